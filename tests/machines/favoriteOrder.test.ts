import { favoriteOrderMachine } from '../../machines/favoriteOrder.ts'
import { testExamples } from './runEvents.ts'

const slugs = ['harbor-one', 'longitude', 'rotunda']
const start = { type: 'order.start', slugs }
const move = (slug: string, by: -1 | 1) => ({ type: 'card.move', slug, by })
const drag = (slug: string) => ({ type: 'drag.start', slug })
const over = (at: number) => ({ type: 'drag.over', at })
const idle = { arranging: 'idle' }

testExamples(favoriteOrderMachine, {
  'needs more than one favorite': {
    when: [{ type: 'order.start', slugs: ['longitude'] }],
    state: 'resting',
    shows: { slugs: [] },
    tags: [],
  },
  'takes the order on the screen': {
    when: [start],
    state: idle,
    shows: { slugs, moved: '', before: [] },
    tags: ['arranging'],
    executes: [],
  },
  'moves a card one place earlier, and stores it': {
    requirement: ['favorites.order', 'favorites.orderStored'],
    when: [start, move('rotunda', -1)],
    state: idle,
    shows: { slugs: ['harbor-one', 'rotunda', 'longitude'], moved: 'rotunda' },
    executes: ['saveOrder'],
  },
  'moves a card one place later, and stores it': {
    requirement: ['favorites.order', 'favorites.orderStored'],
    when: [start, move('harbor-one', 1)],
    state: idle,
    shows: { slugs: ['longitude', 'harbor-one', 'rotunda'], moved: 'harbor-one' },
    executes: ['saveOrder'],
  },
  'moves the first card no earlier, the last no later, and no other channel': {
    when: [start, move('harbor-one', -1), move('rotunda', 1), move('gone', 1)],
    state: idle,
    shows: { slugs, moved: '' },
    executes: [],
  },
  'stores a dragged card where it is dropped': {
    requirement: ['favorites.order', 'favorites.orderStored'],
    when: [start, drag('rotunda'), over(1), over(0), { type: 'drag.drop' }],
    state: idle,
    shows: { slugs: ['rotunda', 'harbor-one', 'longitude'], moved: 'rotunda', before: [] },
    executes: ['saveOrder'],
  },
  'moves a dragged card to the end': {
    when: [start, drag('harbor-one'), over(2)],
    state: { arranging: 'dragging' },
    shows: { slugs: ['longitude', 'rotunda', 'harbor-one'], moved: 'harbor-one', before: slugs },
    executes: [],
  },
  'leaves a dragged card where it is while the pointer is over no other card': {
    when: [start, drag('longitude'), over(1), over(3), over(-1)],
    state: { arranging: 'dragging' },
    shows: { slugs, before: slugs },
  },
  'restores the order when a drag is canceled': {
    when: [start, drag('rotunda'), over(0), { type: 'drag.cancel' }],
    state: idle,
    shows: { slugs, moved: '', before: [] },
    executes: [],
  },
  'does not drag another channel': { when: [start, drag('gone')], state: idle, shows: { moved: '' } },
  'ends, and begins again with the order on the screen': {
    when: [
      start,
      move('rotunda', -1),
      { type: 'order.finish' },
      { type: 'order.start', slugs: ['rotunda', 'longitude'] },
    ],
    state: idle,
    shows: { slugs: ['rotunda', 'longitude'], moved: '' },
  },
})
