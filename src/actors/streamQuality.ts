import type Hls from 'hls.js'
import type { Level } from 'hls.js'
import { fromCallback } from 'xstate'
import { type PlayerQualityEvent, type Quality, type QualityCommand } from '../../machines/playerQuality.ts'
import { readRenditions, startingBeforeEnd, withoutPictures, type Rendition } from '../platform/masterPlaylist.ts'
import { type WarmQuality } from '../platform/warmStreams.ts'

/** The index of the level that hls.js plays; -1 is automatic. */
function levelIndexOf(levels: readonly Level[], quality: Quality): number {
  if (quality === 'automatic') return -1
  if (typeof quality === 'number') return levels.findIndex(({ height }) => height === quality)
  const bitrates = levels.map(({ bitrate }) => bitrate)
  return bitrates.indexOf(Math.min(...bitrates))
}

type Player = {
  hls: Hls
  /** The time of the video, undefined at the live edge. */
  position: () => number | undefined
  /** Loads the stream again. */
  reload: () => void
}

/** The quality of a stream that hls.js plays: the actor of playerQuality, and what the stream player tells and asks. */
export function createStreamQuality() {
  let quality: Quality = 'automatic'
  let player: Player | undefined
  let renditions: readonly Rendition[] = []
  /** Whether hls.js was given the renditions without a picture only. */
  let isAudioOnly = false
  /** Where a stream that is loaded again starts, in seconds before its end; undefined for the live edge. */
  let startBeforeEnd: number | undefined
  let send: (event: PlayerQualityEvent) => void = () => undefined

  const hasAudioOnly = () => renditions.some((rendition) => rendition.isAudioOnly)
  const apply = () => {
    if (!player) return
    const { hls, position, reload } = player
    if (isAudioOnly === (quality === 'audioOnly' && hasAudioOnly())) {
      hls.nextLevel = levelIndexOf(hls.levels, quality)
      return
    }
    // hls.js can't change between levels with and without a picture.
    const [at, edge] = [position(), hls.latestLevelDetails?.edge]
    startBeforeEnd = at === undefined || edge === undefined ? undefined : edge - at
    reload()
  }

  return {
    /** Applies the selected quality, and sends the qualities of each stream. */
    controlQuality: fromCallback<QualityCommand, undefined>(({ sendBack, receive }) => {
      send = sendBack
      receive((command) => {
        quality = command.quality
        apply()
      })
      return () => {
        send = () => undefined
      }
    }),

    setPlayer: (next: Player) => {
      player = next
      startBeforeEnd = undefined
      renditions = []
      isAudioOnly = false
    },
    clearPlayer: () => {
      player = undefined
    },

    /** The master playlist that hls.js is given. */
    rewriteMaster: (master: string): string => {
      renditions = readRenditions(master)
      isAudioOnly = quality === 'audioOnly' && hasAudioOnly()
      const text = isAudioOnly ? withoutPictures(master) : master
      return startBeforeEnd === undefined ? text : startingBeforeEnd(text, startBeforeEnd)
    },

    /** Selects the level of a stream that was loaded. `warmLevel` is the one whose playlist is there, or -1. */
    selectLevel: (hls: Hls, warmLevel: number) => {
      // hls.js omits levels that the browser can't play.
      const heights = (isAudioOnly ? renditions : hls.levels).map(({ height }) => height).filter(Boolean)
      send({
        type: 'qualities.known',
        heights: [...new Set(heights)].sort((one, other) => other - one),
        hasAudioOnly: hasAudioOnly(),
      })
      apply()
      // The first fragment comes from the playlist that is there.
      if (warmLevel >= 0 && levelIndexOf(hls.levels, quality) < 0) hls.startLevel = warmLevel
    },

    announceChannel: () => send({ type: 'channel.changed' }),

    /** The quality in which the next channel will start, after one with a picture of `height` lines. */
    warmQuality: (height = Infinity): WarmQuality => (quality === 'audioOnly' ? 'audioOnly' : height),
  }
}
