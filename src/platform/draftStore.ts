import * as v from 'valibot'

/** What was typed into a form that has not been sent: under `statecast.draft.<form>`, for this tab alone. */
export type DraftStore = {
  /** The fields that were kept; none where there is no draft, and none of a damaged one. */
  get(form: string): Readonly<Record<string, string>>
  set(form: string, values: Readonly<Record<string, string>>): void
  remove(form: string): void
}

const draftSchema = v.record(v.string(), v.string())

const storageKeyOf = (form: string) => `statecast.draft.${form}`

/**
 * Drafts on a shelf that may be closed or full: then nothing is kept, and the form works without. They go with the user
 * at logout, as everything of ours does.
 */
export function createDraftStore(getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): DraftStore {
  const withStorage = <T>(use: (storage: ReturnType<typeof getStorage>) => T): T | undefined => {
    try {
      return use(getStorage())
    } catch {
      return undefined
    }
  }
  return {
    get(form) {
      const stored = withStorage((storage) =>
        v.safeParse(draftSchema, JSON.parse(storage.getItem(storageKeyOf(form)) ?? '{}')),
      )
      return stored?.success ? stored.output : {}
    },
    set: (form, values) => void withStorage((storage) => storage.setItem(storageKeyOf(form), JSON.stringify(values))),
    remove: (form) => void withStorage((storage) => storage.removeItem(storageKeyOf(form))),
  }
}
