import { describe, expect, it } from 'vitest'
import { assign, raise, sendTo, setup, fromCallback } from 'xstate'
import { behaviorText, createModel, runPaths } from '../index.ts'
import { userSearch } from './fixtures/userSearch.ts'

const playerMachine = setup({
  types: {} as {
    context: {
      title: string
      songs: readonly { id: number; title: string }[]
      sound: { volume: number; muted: boolean }
    }
    events:
      | { type: 'song.play'; title: string }
      | { type: 'sound.toggle' }
      | { type: 'song.end' }
      | { type: 'hint.hide' }
    output: { played: string }
  },
  actors: { controlSound: fromCallback<{ type: 'set'; muted: boolean }>(() => undefined) },
  actions: {
    setTitle: assign((_, { title }: { title: string }) => ({ title })),
    toggle: assign(({ context: { sound } }) => ({ sound: { ...sound, muted: !sound.muted } })),
    sendSound: sendTo('controlSound', ({ context }) => ({ type: 'set', muted: context.sound.muted })),
    store: (_, _params: { title: string }) => undefined,
    hideHint: raise({ type: 'hint.hide' }),
  },
}).createMachine({
  id: 'player',
  context: {
    title: '',
    songs: Array.from({ length: 12 }, (_, id) => ({ id, title: `Song ${id}` })),
    sound: { volume: 1, muted: false },
  },
  type: 'parallel',
  invoke: { id: 'controlSound', src: 'controlSound' },
  on: { 'sound.toggle': { actions: ['toggle', 'sendSound'] } },
  states: {
    song: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'song.play': {
              target: 'playing',
              actions: [{ type: 'setTitle', params: ({ event }) => event }, 'hideHint'],
            },
          },
        },
        playing: {
          tags: 'busy',
          entry: { type: 'store', params: ({ context }) => ({ title: context.title }) },
          after: { 2_000: 'ended' },
        },
        ended: { type: 'final' },
      },
    },
    hint: { initial: 'shown', states: { shown: { on: { 'hint.hide': 'hidden' } }, hidden: { type: 'final' } } },
  },
  output: ({ context }) => ({ played: context.title }),
})

const player = createModel({
  machine: playerMachine,
  inputs: { start: undefined },
  events: {
    'song.play': { Dawn: { title: 'Dawn' }, 'a long title': { title: 'x'.repeat(200) } },
    'sound.toggle': 'Press Mute',
  },
  outcomes: { controlSound: { done: 'never', error: 'never' } },
})

describe('the behavior in words', () => {
  it('has a line for each cause: next state, refused guards, actions, values, and what is started', () => {
    expect(behaviorText(runPaths(userSearch))).toBe(`start
  start → idle; query = ‘’; users = []; retries = 0

idle
  Start the search. → loading; query = ‘Ada’; retries = 0; starts fetchUsers { query: ‘Ada’ }

loading (tags: busy)
  Cancel the search. → idle
  'fetch users' answers: two users. → loaded (not isEmpty); users = [‘Ada’, ‘Adam’]
  'fetch users' answers: no users. → empty
  'fetch users' fails: unreachable. → failed

loaded
  Start the search. → loading; starts fetchUsers { query: ‘Ada’ }

empty
  Start the search. → loading; starts fetchUsers { query: ‘Ada’ }

failed
  Cancel the search. → idle
  Retry the search. → loading; retries = 1; starts fetchUsers { query: ‘Ada’ }
  Retry the search. → loading; retries = 2; starts fetchUsers { query: ‘Ada’ }
  Retry the search. → ignored (not canRetry)
`)
  })

  it('names effects, messages to actors, raised events, delays and the output, and shortens long values', () => {
    expect(behaviorText(runPaths(player))).toBe(`start
  start → song.idle + hint.shown; title = ‘’; songs = [0, 1, 2, …, 11: 12]; sound = { volume: 1, muted: false }; starts controlSound

in every state
  Press Mute. → stays; toggle, sendSound; sound.muted = true; sends { type: ‘set’, muted: true } to controlSound

song.idle
  Play the song: Dawn. → song.playing + hint.hidden; setTitle, hideHint; title = ‘Dawn’; store { title: ‘Dawn’ }; raises hint.hide; waits 2 seconds for 2000
  Play the song: a long title. → song.playing + hint.hidden; setTitle, hideHint; title = ‘xxxxxxxxxxxxxxxxxxxx…’ of 200 characters; store { title: ‘xxxxxxxxxxxxxxxxxxxx…’ of 200 characters }; raises hint.hide; waits 2 seconds for 2000

song.playing (tags: busy; on entry: store)
  2 seconds pass. → song.ended; output { played: ‘Dawn’ }

song.ended (final)

hint.hidden (final)
`)
  })
})
