import * as v from 'valibot'

/** What was typed into a form that has not been sent: under `statecast.draft.<form>`, for this tab alone. */
export type Drafts = {
  /** The fields that were kept; none where there is no draft, and none of a damaged one. */
  get(form: string): Readonly<Record<string, string>>
  keep(form: string, values: Readonly<Record<string, string>>): void
  drop(form: string): void
}

const shape = v.record(v.string(), v.string())

const nameOf = (form: string) => `statecast.draft.${form}`

/**
 * Drafts on a shelf that may be closed or full: then nothing is kept, and the form works without. They go with the user
 * at logout, as everything of ours does.
 */
export function openDrafts(shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Drafts {
  const on = <T>(ask: (open: ReturnType<typeof shelf>) => T): T | undefined => {
    try {
      return ask(shelf())
    } catch {
      return undefined
    }
  }
  return {
    get(form) {
      const kept = on((open) => v.safeParse(shape, JSON.parse(open.getItem(nameOf(form)) ?? '{}')))
      return kept?.success ? kept.output : {}
    },
    keep: (form, values) => void on((open) => open.setItem(nameOf(form), JSON.stringify(values))),
    drop: (form) => void on((open) => open.removeItem(nameOf(form))),
  }
}
