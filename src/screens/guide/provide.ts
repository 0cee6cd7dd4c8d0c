import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { guideMachine } from '../../../machines/guide.ts'
import { createGuideActors } from '../../actors/guide.ts'
import { type Root } from '../../app/root.tsx'
import { dayOf, windowsOf } from './guideRules.ts'

/** The machine of the screen with its actors. `saveFilter` writes the filter into the URL. */
export const provideGuide = ({ api, queryClient }: Root, saveFilter: (filter: ChannelFilter) => void) =>
  guideMachine.provide({
    actors: createGuideActors({ api, queryClient, now: Date.now, dayOf, windowsOf }),
    actions: { saveFilter: (_, filter) => saveFilter(filter) },
  })
