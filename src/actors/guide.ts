import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type DayName, type GuideDay, type GuideResult } from '../../machines/guide.setup.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toRefusedResult } from '../api/readData.ts'
import { channelsQuery } from '../queries/channelsQuery.ts'
import { scheduleQuery } from '../queries/scheduleQuery.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  now: () => number
  /** The day of the viewer, and the windows of the calls that cover it. */
  dayOf: (dayName: DayName, now: number) => GuideDay
  windowsOf: (day: GuideDay) => readonly GuideDay[]
}

const minStaleTime = 15_000
const maxStaleTime = 600_000

/** The actors of the guide machine. */
export const createGuideActors = ({ api, queryClient, now, dayOf, windowsOf }: Dependencies) => ({
  loadGuide: fromPromise<GuideResult, { dayName: DayName; fresh: boolean }>(
    async ({ input: { dayName, fresh }, signal }) => {
      const day = dayOf(dayName, now())
      const staleTime = fresh ? 0 : minStaleTime
      const windows = windowsOf(day).map((window) => scheduleQuery({ api }, window))
      // Another day was chosen meanwhile, or the screen was left.
      signal.addEventListener('abort', () => {
        for (const { queryKey } of windows) void queryClient.cancelQueries({ queryKey })
      })
      try {
        const [channels, ...schedules] = await Promise.all([
          queryClient.query({ ...channelsQuery({ api }), staleTime }),
          ...windows.map((query) => queryClient.query({ ...query, staleTime })),
        ])
        return {
          kind: 'granted',
          day,
          rows: channels.map((channel) => ({
            ...channel,
            shows: schedules.flatMap((schedule) => schedule.get(channel.slug) ?? []),
          })),
          // At midnight the day changes.
          staleTime: Math.min(maxStaleTime, Math.max(minStaleTime, dayOf('today', now()).to - now())),
        }
      } catch (error) {
        return toRefusedResult(error)
      }
    },
  ),
})
