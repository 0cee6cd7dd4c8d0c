import { captionStyleMachine } from '../../machines/captionStyle.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: captionStyleMachine,
  inputs: {
    'first visit': { style: undefined },
    'large and yellow before': { style: { size: 'large', color: 'yellow', background: 'none' } },
  },
  events: {
    'style.choose': {
      custom: { style: { size: 'small', color: 'cyan', background: 'translucent' } },
      standard: { style: { size: 'medium', color: 'white', background: 'dark' } },
    },
    'style.reset': 'Press Reset caption style',
  },
  invariants: {
    'a custom style differs from the standard one': ({ value, context: { style } }) =>
      (value === 'standard') === (style.size === 'medium' && style.color === 'white' && style.background === 'dark'),
  },
  texts: {
    events: {
      'style.choose / custom': 'Choose Small, Cyan and Translucent',
      'style.choose / standard': 'Choose Medium, White and Dark',
    },
  },
  manual: {
    starts: {
      'first visit': {
        as: 'member',
        open: '/video/harbor-one',
        then: 'Press c, and open _More controls_, then _Caption style_.',
      },
      'large and yellow before': {
        as: 'member',
        before:
          'At `/video/harbor-one`, open _More controls_, then _Caption style_, and choose Large, Yellow and None.',
        open: '/video/harbor-one',
        then: 'Press c, and open _More controls_, then _Caption style_.',
      },
    },
  },
})
