/** The captions of a stream. Those that ended a minute ago are forgotten. */
export function createCaptionCues() {
  let cues: readonly VTTCue[] = []
  return {
    add: (parsed: readonly VTTCue[], currentTime: number) => {
      const known = new Set(cues.map((cue) => cue.startTime))
      const recent = cues.filter((cue) => cue.endTime > currentTime - 60)
      cues = [...recent, ...parsed.filter((cue) => !known.has(cue.startTime))]
    },
    /** The text at a time; empty without one. */
    textAt: (time: number): string =>
      cues
        .filter((cue) => cue.startTime <= time && time < cue.endTime)
        .map((cue) => cue.text)
        .join('\n'),
    clear: () => {
      cues = []
    },
  }
}
