import { expect, it } from 'vitest'
import { readRenditions, startingBeforeEnd, withoutPictures } from '../../src/platform/masterPlaylist.ts'

const captions = '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",URI="captions/index.m3u8"'
const high = '#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",SUBTITLES="captions"'
const low = '#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=320x180'
const audio = '#EXT-X-STREAM-INF:BANDWIDTH=20000,CODECS="mp4a.40.2",SUBTITLES="captions"'
const iFrames = '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,RESOLUTION=320x180,URI="frames.m3u8"'
const master = ['#EXTM3U', captions, high, '360p.m3u8', low, '180p.m3u8', audio, 'audio.m3u8', iFrames, '']

it.each(['\n', '\r\n'])('reads the renditions of a master playlist with line ends %j', (end) => {
  expect(readRenditions(master.join(end))).toEqual([
    { uri: '360p.m3u8', height: 360, bandwidth: 500_000, isAudioOnly: false },
    { uri: '180p.m3u8', height: 180, bandwidth: 200_000, isAudioOnly: false },
    { uri: 'audio.m3u8', height: 0, bandwidth: 20_000, isAudioOnly: true },
  ])
})

it('a playlist of segments has no renditions', () => {
  expect(readRenditions('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.92,\n7.m4s\n')).toEqual([])
})

it.each([
  ['CODECS="mp4a.40.2"', true],
  ['CODECS="ec-3, Opus"', true],
  ['CODECS="avc1.4d401e,mp4a.40.2"', false],
  ['CODECS="mp4a.40.2",RESOLUTION=320x180', false],
  ['SUPPLEMENTAL-CODECS="mp4a.40.2"', false],
  ['AVERAGE-BANDWIDTH=1', false],
])('a rendition with %s has no picture: %s', { tags: 'watch.audioOnly' }, (attributes, isAudioOnly) => {
  const playlist = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,${attributes}\none.m3u8\n`
  expect(readRenditions(playlist).map((rendition) => rendition.isAudioOnly)).toEqual([isAudioOnly])
})

it('without pictures it keeps the captions and the rendition without one', { tags: 'watch.audioOnlyStage' }, () => {
  expect(withoutPictures(master.join('\n')).split('\n')).toEqual(['#EXTM3U', captions, audio, 'audio.m3u8', ''])
})

it('can start before the end', () => {
  expect(startingBeforeEnd(master.join('\n'), 61.25).split('\n').slice(0, 3)).toEqual([
    '#EXTM3U',
    '#EXT-X-START:TIME-OFFSET=-61.250',
    captions,
  ])
})
