import { useMemo, useState } from 'react'
import { type GuideRow } from '../../../machines/guide.setup.ts'
import { elapsedFraction, showsAt, useNow } from '../../ui/channel/showTimes.ts'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { ChannelMark } from '../../ui/channel/ChannelMark.tsx'
import classes from './GuideList.module.css'
import { marksOf } from './guideRules.ts'
import { clockText, spanText } from './guideTimes.ts'
import { gapText, type GuideViewProps } from './guideView.ts'

/** The guide on a small screen: the channels with what they show at one time, now or a half hour of the day. */
export function GuideList({ day, dayName, rows, locale, hasReminder, onOpen }: GuideViewProps) {
  const now = useNow()
  const isToday = dayName === 'today'
  const marks = useMemo(() => marksOf(day).filter((mark) => !isToday || mark > now), [day, isToday, now])
  const [chosen, setChosen] = useState('')
  const time = chosen !== '' && marks.includes(Number(chosen)) ? Number(chosen) : isToday ? now : day.from
  const [first, ...others] = isToday ? ['', ...marks.map(String)] : marks.map(String)

  return (
    <>
      <div className={classes.marks}>
        <FilterRow
          label="Time"
          allLabel={isToday ? 'Now' : clockText(day.from, locale, day)}
          selected={chosen === first ? '' : chosen}
          options={others}
          labelOf={(mark) => clockText(Number(mark), locale, day)}
          onChoose={setChosen}
        />
      </div>
      <LongList
        label={isToday ? 'Guide for today' : 'Guide for tomorrow'}
        items={rows}
        itemHeight={104}
        className={classes.list}
        itemClassName={classes.item}
        keyOf={({ slug }) => slug}
        render={(row) => (
          <Item row={row} time={time} now={now} locale={locale} hasReminder={hasReminder} onOpen={onOpen} />
        )}
      />
    </>
  )
}

function Item({
  row,
  time,
  now,
  locale,
  hasReminder,
  onOpen,
}: { row: GuideRow; time: number; now: number } & Pick<GuideViewProps, 'locale' | 'hasReminder' | 'onOpen'>) {
  const { now: show, next } = showsAt(row.shows, time)
  const isRunning = show !== undefined && row.live && show.startsAt <= now && now < show.endsAt
  const elapsed =
    isRunning && elapsedFraction({ title: '', startsAt: iso(show.startsAt), endsAt: iso(show.endsAt) }, now)
  return (
    <>
      <ChannelMark channel={row} />
      <div className={classes.shows}>
        <span className={classes.name}>{row.name}</span>
        {show ? (
          <button type="button" className={classes.show} onClick={() => onOpen({ slug: row.slug, shows: [show] })}>
            <bdi className={classes.title}>{show.title}</bdi>
            <span className={classes.times}>
              {isRunning ? <span className={classes.live}>Live</span> : null}
              {spanText(show, locale)}
              {hasReminder({ slug: row.slug, startsAt: show.startsAt }) ? ' · Reminder set' : ''}
            </span>
          </button>
        ) : (
          <p className={classes.times}>{gapText(row, row.shows.length === 0, time === now)}</p>
        )}
        {elapsed === false ? null : (
          <div className={classes.progress} aria-hidden="true">
            <div style={{ transform: `scaleX(${elapsed.toFixed(3)})` }} />
          </div>
        )}
        {next ? (
          <button type="button" className={classes.next} onClick={() => onOpen({ slug: row.slug, shows: [next] })}>
            {clockText(next.startsAt, locale)} <bdi>{next.title}</bdi>
          </button>
        ) : null}
      </div>
    </>
  )
}

const iso = (at: number) => new Date(at).toISOString()
