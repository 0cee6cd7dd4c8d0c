import { captionStyleMachine, type CaptionStyle } from '../../machines/captionStyle.ts'
import { testExamples } from './runEvents.ts'

const standard: CaptionStyle = { size: 'medium', color: 'white', background: 'dark' }
const yellow: CaptionStyle = { size: 'large', color: 'yellow', background: 'none' }
const input = { style: undefined }
const requirement = 'watch.captionStyle'
const choose = (style: Partial<CaptionStyle>) => ({ type: 'style.choose', style: { ...standard, ...style } }) as const

testExamples(captionStyleMachine, {
  'starts with the standard style': { requirement, input, when: [], state: 'standard', shows: { style: standard } },
  'starts with the stored style': {
    requirement,
    input: { style: yellow },
    when: [],
    state: 'custom',
    shows: { style: yellow },
  },
  'has the standard style again after a reset': {
    requirement,
    input: { style: yellow },
    when: [{ type: 'style.reset' }],
    state: 'standard',
    shows: { style: standard },
  },
  'has the standard style again once each part is chosen': {
    requirement,
    input,
    when: [choose({ size: 'large' }), choose({})],
    state: 'standard',
    shows: { style: standard },
  },
  'is custom with another size only': {
    input,
    when: [choose({ size: 'small' })],
    state: 'custom',
    shows: { style: { ...standard, size: 'small' } },
  },
  'is custom with another color only': {
    input,
    when: [choose({ color: 'cyan' })],
    state: 'custom',
    shows: { style: { ...standard, color: 'cyan' } },
  },
  'is custom with another background only': {
    input,
    when: [choose({ background: 'none' })],
    state: 'custom',
    shows: { style: { ...standard, background: 'none' } },
  },
})
