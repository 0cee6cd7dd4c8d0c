import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

/** The values of a form that has not been submitted, by field. */
export type Draft = Readonly<Record<string, string>>

export type DraftStore = {
  /** The draft of a form; empty without one. */
  get(form: string): Draft
  set(form: string, values: Draft): void
  remove(form: string): void
}

const draftSchema = v.record(v.string(), v.string())

/** Stores drafts under `statecast.draft.<form>`. Signing out removes all items with the prefix `statecast.`. */
export function createDraftStore(getStorage: () => ItemStorage): DraftStore {
  const itemOf = (form: string) => createStoredItem(getStorage, `statecast.draft.${form}`, draftSchema)
  return {
    get: (form) => itemOf(form).get() ?? {},
    set: (form, values) => void itemOf(form).set(values),
    remove: (form) => itemOf(form).remove(),
  }
}
