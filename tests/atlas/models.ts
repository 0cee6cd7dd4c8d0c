import { type Model } from '../paths/model.ts'

const models = import.meta.glob<Model>('../machines/*.model.ts', { import: 'default' })

/** Loads the model of a machine; undefined if it has none. */
export async function loadModel(name: string): Promise<Model | undefined> {
  return models[`../machines/${name}.model.ts`]?.()
}
