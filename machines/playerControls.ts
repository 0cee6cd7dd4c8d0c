/**
 * playerControls: sound, captions and presentation mode of the player, the bar of controls that hides after three
 * seconds, and the panels over the video.
 *
 *   bar: shown ──(3 s)──▶ hidden   focused: a control has the focus
 *   panel: closed ⇄ menu, shortcuts, strip
 *   sound: audible ⇄ muted, silenced ──▶ audible · captions: off ⇄ on
 *   presentation: inPage ⇄ fullScreen, pictureInPicture
 */
import { playerControlsSetup } from './playerControls.setup.ts'

export const playerControlsMachine = playerControlsSetup.createMachine({
  id: 'playerControls',
  context: ({ input }) => ({
    volume: input.volume,
    startsMuted: input.muted,
    startsCaptioned: input.captions,
  }),
  invoke: { id: 'controlVideo', src: 'controlVideo', input: ({ context }) => ({ volume: context.volume }) },
  type: 'parallel',
  states: {
    bar: {
      meta: { requirement: 'watch.controls' },
      initial: 'shown',
      // The menu takes the focus.
      on: { 'menu.open': '.focused' },
      states: {
        shown: {
          description: 'The controls are over the video. They hide after three seconds without pointer movement.',
          after: { hideDelay: 'hidden' },
          on: {
            'pointer.move': { target: 'shown', reenter: true },
            'panel.close': { target: 'shown', reenter: true },
            'pointer.leave': 'hidden',
            'bar.toggle': 'hidden',
            'focus.enter': 'focused',
          },
        },
        focused: {
          description: 'A control of the bar or of the menu has the focus, so the bar stays visible.',
          on: { 'focus.leave': 'shown' },
        },
        hidden: {
          description: 'The controls are hidden while the video plays and no panel is open.',
          on: { 'pointer.move': 'shown', 'panel.close': 'shown', 'bar.toggle': 'shown', 'focus.enter': 'focused' },
        },
      },
    },
    panel: {
      meta: { requirement: 'watch.controls' },
      initial: 'closed',
      states: {
        closed: {
          description: 'No panel is over the video.',
          on: { 'menu.open': 'menu', 'shortcuts.open': 'shortcuts', 'strip.open': 'strip' },
        },
        menu: {
          description: 'The menu is open. In a narrow player it has the controls that do not fit into the bar.',
          meta: { requirement: 'watch.menu' },
          on: { 'panel.close': 'closed', 'shortcuts.open': 'shortcuts' },
        },
        shortcuts: {
          description: 'The list of shortcuts is open.',
          on: { 'panel.close': 'closed', 'menu.open': 'menu' },
        },
        strip: {
          description: 'The strip of channels is open: what is on everywhere, and one press to watch it.',
          meta: { requirement: 'watch.zapping' },
          on: {
            'panel.close': 'closed',
            'channel.changed': 'closed',
            'menu.open': 'menu',
            'shortcuts.open': 'shortcuts',
          },
        },
      },
    },
    sound: {
      meta: { requirement: 'watch.sound' },
      initial: 'stored',
      on: {
        'volume.set': [
          {
            guard: { type: 'isSilent', params: ({ event }) => event },
            target: '.muted',
            actions: { type: 'setVolume', params: ({ event }) => event },
          },
          { target: '.audible', actions: { type: 'setVolume', params: ({ event }) => event } },
        ],
      },
      states: {
        stored: {
          description: 'The sound starts with the stored preference.',
          always: [{ guard: 'startsMuted', target: 'muted' }, { target: 'audible' }],
        },
        audible: {
          description: 'The sound is on.',
          entry: 'unmute',
          on: { 'sound.toggle': 'muted', 'sound.blocked': 'silenced' },
        },
        muted: {
          description: 'The sound is off. The volume stays stored.',
          entry: 'mute',
          on: { 'sound.toggle': { target: 'audible', actions: 'makeAudible' } },
        },
        silenced: {
          description:
            'The browser blocks autoplay with sound, so the video plays muted until the viewer asks for sound.',
          meta: { requirement: 'watch.blocked' },
          on: { 'sound.toggle': 'audible' },
        },
      },
    },
    captions: {
      meta: { requirement: 'watch.captions' },
      initial: 'stored',
      states: {
        stored: {
          description: 'Captions start with the stored preference.',
          always: [{ guard: 'startsCaptioned', target: 'on' }, { target: 'off' }],
        },
        off: {
          description: 'Captions are off.',
          entry: 'hideCaptions',
          on: { 'captions.toggle': 'on' },
        },
        on: {
          description: 'Captions are on.',
          entry: 'showCaptions',
          on: { 'captions.toggle': 'off' },
        },
      },
    },
    presentation: {
      meta: { requirement: 'watch.presentation' },
      initial: 'inPage',
      on: {
        'fullScreen.toggle': { actions: 'toggleFullScreen' },
        'pictureInPicture.toggle': { actions: 'togglePictureInPicture' },
      },
      states: {
        inPage: {
          description: 'The video is in the page.',
          on: { 'fullScreen.entered': 'fullScreen', 'pictureInPicture.entered': 'pictureInPicture' },
        },
        fullScreen: {
          description: 'The player fills the screen.',
          on: { 'page.entered': 'inPage', 'pictureInPicture.entered': 'pictureInPicture' },
        },
        pictureInPicture: {
          description: 'The video is in a picture-in-picture window.',
          on: { 'page.entered': 'inPage', 'fullScreen.entered': 'fullScreen' },
        },
      },
    },
  },
})
