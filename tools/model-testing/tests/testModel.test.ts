import { describe, expect, it } from 'vitest'
import { createTestModel as createXStateTestModel } from 'xstate/graph'
import { createPath, createTestModel } from '../index.ts'
import { crosswalk } from './fixtures/crosswalk.ts'
import { trafficLight, trafficLightMachine } from './fixtures/trafficLight.ts'
import { userSearch, userSearchMachine } from './fixtures/userSearch.ts'

describe('createTestModel', () => {
  it('accepts machines with invoke and after, which XState rejects', () => {
    expect(() => createXStateTestModel(userSearchMachine)).toThrow('Invocations on test machines are not supported')
    expect(() => createXStateTestModel(trafficLightMachine)).toThrow('After events on test machines are not supported')
    expect(createTestModel(userSearch).getShortestPaths().length).toBeGreaterThan(0)
    expect(createTestModel(trafficLight).getShortestPaths().length).toBeGreaterThan(0)
  })

  it('treats outcomes and delays as events', () => {
    const eventTypes = (model: typeof userSearch | typeof trafficLight): string[] =>
      Object.values(createTestModel(model).getAdjacencyMap()).flatMap(({ transitions }) => Object.keys(transitions))
    expect(eventTypes(userSearch)).toContain('fetchUsers error / unreachable')
    expect(eventTypes(userSearch)).toContain('fetchUsers done / no users')
    expect(eventTypes(trafficLight)).toContain('after yellowPhase')
  })

  it('offers only the outcomes of running actors', () => {
    const adjacency = Object.values(createTestModel(userSearch).getAdjacencyMap())
    for (const { state, transitions } of adjacency) {
      const hasOutcome = Object.keys(transitions).some((label) => label.startsWith('fetchUsers'))
      expect(hasOutcome).toBe(state.value === 'loading')
    }
  })

  it('finds the shortest and the simple paths to a state', () => {
    const toState = ({ value }: { value: unknown }): boolean => value === 'empty'
    const paths = createTestModel(userSearch).getShortestPaths({ toState })
    expect(paths.map(({ steps }) => steps.map(({ event }) => event.type))).toContainEqual([
      'xstate.init',
      'search.start',
      'fetchUsers done / no users',
    ])
    expect(createTestModel(userSearch).getSimplePaths({ toState }).length).toBeGreaterThan(1)
  })

  it('runs tests of states and events', async () => {
    const passed: string[] = []
    const toState = ({ value }: { value: unknown }): boolean => value === 'loaded'
    const path = createTestModel(userSearch)
      .getShortestPaths({ toState })
      .find(({ steps }) => steps.length === 3)
    await path?.test({
      states: { loaded: () => void passed.push('loaded'), '#userSearch.loading': () => void passed.push('loading') },
      events: { 'search.start': () => void passed.push('start') },
    })
    expect(passed).toEqual(['start', 'loading', 'loaded'])
    await expect(
      path?.test({
        states: {
          loaded: () => {
            throw new Error('no list')
          },
        },
      }),
    ).rejects.toThrow('no list')
  })

  it('starts with a named input', () => {
    expect(() => createTestModel(crosswalk, { start: 'stat' })).toThrow("crosswalk has no input 'stat'.")
  })
})

describe('createPath', () => {
  it('has the context of the machine after each step', () => {
    const labels = ['search.start', 'fetchUsers error / unreachable', 'search.retry']
    const { steps } = createPath(userSearch, 'start', labels)
    expect(steps.map(({ actorState }) => (actorState.snapshot.context as { retries: number }).retries)).toEqual([
      0, 0, 1,
    ])
  })

  it('names the possible labels of an impossible step', () => {
    expect(() => createPath(userSearch, 'start', ['search.start', 'fetchUsers done / no user'])).toThrow(
      "Step 2 of userSearch, 'fetchUsers done / no user', is impossible. Did you mean 'fetchUsers done / no users'?",
    )
    expect(() => createPath(trafficLight, 'start', ['x'])).toThrow('Possible: ')
  })
})
