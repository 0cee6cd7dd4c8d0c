import { type DayName, type GuideDay, type GuideRow, type OpenedShows } from '../../../machines/guide.setup.ts'
import { type ReminderKey } from '../../../machines/reminders.ts'

/** What the grid and the list of the guide show. */
export type GuideViewProps = {
  day: GuideDay
  dayName: DayName
  rows: readonly GuideRow[]
  /** The channel from which the viewer of a television returned; '' without one. */
  channelLeft: string
  locale: string
  hasReminder: (key: ReminderKey) => boolean
  onOpen: (shows: OpenedShows) => void
}

/** The text of a time without a show. */
export function gapText({ live }: Pick<GuideRow, 'live'>, isWholeDay: boolean, isNow: boolean): string {
  if (isWholeDay) return 'No schedule for this channel'
  return isNow && !live ? 'Off air' : 'No information'
}
