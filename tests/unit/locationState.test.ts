import { describe, expect, it } from 'vitest'
import { parseLocationState } from '../../src/app/paths.ts'

describe('the state of a history entry', () => {
  it('is read as it was written', () => {
    for (const state of [
      {},
      { from: '/favourites' },
      { forget: true },
      { notice: 'Saved.', reset: { key: 'abc', login: 'member' } },
      { reset: { key: '', login: 'member' } },
      { reset: 'done' },
    ])
      expect(parseLocationState(state)).toEqual(state)
  })

  it.each([
    null,
    undefined,
    'done',
    7,
    [],
    { from: 7, notice: {}, forget: 'true' },
    { reset: null },
    { reset: 'over' },
    { reset: 1 },
    { reset: { key: 'abc' } },
    { reset: { key: 7, login: 'member' } },
    { reset: { login: ['member'], key: 'abc' } },
  ])('leaves out what another page or version may have written: %j', (state) => {
    expect(parseLocationState(state)).toEqual({})
  })

  it('reads only the fields of a reset link that it needs', () => {
    expect(parseLocationState({ reset: { key: 'abc', login: 'member', password: 'secret' } })).toEqual({
      reset: { key: 'abc', login: 'member' },
    })
  })
})
