/**
 * Generates the video and audio of the channels: `node --import tsx server/sandbox/streams/generateMedia.mjs [slug …]`.
 * It needs ffmpeg and a Chromium (CHROME_PATH, default /usr/bin/chromium). The generated files are committed.
 *
 * `--stills` generates only the stills, `media/<slug>/still.webp`, and needs no ffmpeg.
 *
 * Each channel has two videos, `media/<slug>/360p.mp4` and `180p.mp4`: one initialization segment and six fragments of
 * 1.92 s. That is a whole number of frames (48 at 25 per second) and of AAC blocks (90 of 1024 samples at 48 kHz), so
 * that the loop of 11.52 s has no gap. The loop is encoded three times in a row and the second pass is stored, because
 * the state of the audio encoder at its end equals the state at its start.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHANNELS } from '../seed/channels.ts'
import { childBoxes, readFragment, readSegments, rebaseSegment } from './boxes.ts'

const FRAMES = 288
const PARTS = 6
/** The frame that is also stored as the still of the channel. */
const STILL_FRAME = 96
const media = new URL('./media/', import.meta.url)
const font = readFileSync(
  new URL(
    '../../../node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
    import.meta.url,
  ),
)

/** Runs in the page: draws the frames of a channel and returns them as data URLs. */
async function draw({ channel, frames, from, to, type = 'image/png' }) {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const pen = canvas.getContext('2d')
  const mix = (hex, other, share) => {
    const part = (text, at) => parseInt(text.slice(at, at + 2), 16)
    const one = (at) => Math.round(part(hex, at) * (1 - share) + part(other, at) * share)
    return `rgb(${one(1)} ${one(3)} ${one(5)})`
  }
  const night = mix(channel.color, '#080b10', 0.62)
  const wall = mix(channel.color, '#080b10', 0.3)
  const line = mix(channel.color, '#ffffff', 0.24)
  const pale = mix(channel.color, '#ffffff', 0.72)
  const face = (weight, size) => `${weight} ${size}px "Schibsted Grotesk Variable"`
  const pictures = []
  for (let frame = from; frame < to; frame += 1) {
    const turn = frame / frames
    pen.fillStyle = night
    pen.fillRect(0, 0, 640, 360)
    pen.fillStyle = wall
    pen.fillRect(0, 0, 640, 250)

    // The globe turns by two meridians per loop, so that the last frame is followed by the first.
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, 640, 250)
    pen.clip()
    pen.translate(540, 126)
    pen.strokeStyle = line
    pen.lineWidth = 1.5
    pen.beginPath()
    pen.arc(0, 0, 96, 0, Math.PI * 2)
    for (const height of [-48, 0, 48]) {
      const half = Math.sqrt(96 * 96 - height * height)
      pen.moveTo(-half, height)
      pen.lineTo(half, height)
    }
    pen.stroke()
    for (let meridian = 0; meridian < 6; meridian += 1) {
      const angle = ((meridian + turn * 2) / 6) * Math.PI
      pen.beginPath()
      pen.ellipse(0, 0, Math.abs(Math.cos(angle)) * 96, 96, 0, -Math.PI / 2, Math.PI / 2, Math.cos(angle) < 0)
      pen.stroke()
    }
    pen.restore()

    // Logo, name and tagline.
    pen.textBaseline = 'alphabetic'
    pen.fillStyle = '#ffffff'
    pen.fillRect(40, 44, 76, 76)
    pen.fillStyle = channel.color
    pen.font = face(800, 40)
    pen.textAlign = 'center'
    pen.fillText(channel.letters, 78, 97)
    pen.textAlign = 'left'
    pen.fillStyle = '#ffffff'
    let size = 56
    for (pen.font = face(750, size); pen.measureText(channel.name).width > 384; pen.font = face(750, size)) size -= 2
    pen.fillText(channel.name, 40, 186)
    pen.fillStyle = pale
    pen.font = face(450, 19)
    pen.fillText(channel.tagline, 40, 220, 420)

    // Progress of the loop, LIVE badge and counter.
    pen.fillStyle = pale
    pen.fillRect(0, 250, 640, 2)
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 249, Math.round(640 * turn), 4)
    pen.fillStyle = '#c8102e'
    pen.fillRect(40, 284, 74, 34)
    pen.fillStyle = '#ffffff'
    pen.font = face(750, 20)
    pen.textAlign = 'center'
    pen.fillText('LIVE', 77, 308)
    const tenths = Math.floor(frame / 2.5)
    const text = `00:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`
    pen.font = face(600, 42)
    // Each character has a fixed position, so that the counter does not shift.
    for (const [at, sign] of [...text].entries()) pen.fillText(sign, [470, 496, 515, 534, 560, 577, 592][at], 316)
    pictures.push(canvas.toDataURL(type, 0.8))
  }
  return pictures
}

/** The audio source: a quiet chord whose tones have a whole number of periods per loop. */
function chordSource(channelIndex) {
  const fit = (hertz) => Math.round(hertz * 11.52) / 11.52
  const root = fit(110 * 2 ** (((channelIndex * 7) % 12) / 12))
  const tones = [root, fit(root * 1.5), fit(root * 2)]
  const sum = tones.map((tone) => `sin(2*PI*${tone}*t)`).join('+')
  return `aevalsrc=0.008*(1.2+sin(2*PI*t/11.52))*(${sum}):s=48000:c=mono`
}

function encode(folder, channelIndex, size, crf, peak) {
  const file = join(folder, `${size}.mp4`)
  execFileSync('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...[
      '-framerate',
      '25',
      '-stream_loop',
      '2',
      '-i',
      join(folder, '%03d.png'),
      '-f',
      'lavfi',
      '-i',
      chordSource(channelIndex),
    ],
    ...['-t', '34.56', '-vf', `scale=-2:${size}:flags=lanczos,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-profile:v', 'main', '-bf', '0'],
    ...['-g', '48', '-keyint_min', '48', '-sc_threshold', '0', '-crf', crf, '-maxrate', peak, '-bufsize', peak],
    ...['-c:a', 'aac', '-b:a', '18k', '-ar', '48000', '-ac', '1'],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4', file],
  ])
  return readFileSync(file)
}

/** The second pass, numbered from 0. Throws when a fragment has a gap. */
function extractLoop(file) {
  const { init, segments } = readSegments(file)
  const stored = segments.slice(PARTS, PARTS * 2)
  for (const [index, segment] of stored.entries()) {
    const counts = readFragment(segment).map((track) => track.samples)
    if (counts[0] !== 48 || counts[1] !== 90) throw new Error(`Fragment ${index} has ${counts.join(' and ')} samples`)
  }
  return Buffer.concat([init, ...stored.map((segment, index) => rebaseSegment(segment, index))])
}

const bytesOf = (dataUrl) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

const onlyStills = process.argv.includes('--stills')
const selectedSlugs = process.argv.slice(2).filter((argument) => argument !== '--stills')
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium' })
const page = await browser.newPage()
await page.setContent(
  `<style>@font-face{font-family:"Schibsted Grotesk Variable";font-weight:400 900;src:url(data:font/woff2;base64,${font.toString('base64')})}</style>`,
)
await page.evaluate(() => document.fonts.load('750 40px "Schibsted Grotesk Variable"'))
for (const [channelIndex, channel] of CHANNELS.entries()) {
  if (selectedSlugs.length > 0 && !selectedSlugs.includes(channel.slug)) continue
  mkdirSync(new URL(`${channel.slug}/`, media), { recursive: true })
  const at = STILL_FRAME
  const [still] = await page.evaluate(draw, { channel, frames: FRAMES, from: at, to: at + 1, type: 'image/webp' })
  writeFileSync(new URL(`${channel.slug}/still.webp`, media), bytesOf(still))
  if (onlyStills) continue
  const folder = mkdtempSync(join(tmpdir(), 'stream-'))
  for (let from = 0; from < FRAMES; from += 48) {
    const pictures = await page.evaluate(draw, { channel, frames: FRAMES, from, to: from + 48 })
    for (const [at, picture] of pictures.entries()) {
      const name = `${String(from + at).padStart(3, '0')}.png`
      writeFileSync(join(folder, name), bytesOf(picture))
    }
  }
  const sizes = []
  for (const [size, crf, peak] of [
    ['360', '29', '400k'],
    ['180', '30', '120k'],
  ]) {
    const loop = extractLoop(encode(folder, channelIndex, size, crf, peak))
    writeFileSync(new URL(`${channel.slug}/${size}p.mp4`, media), loop)
    sizes.push(`${size}p ${loop.length} bytes, ${childBoxes(loop).length} boxes`)
  }
  rmSync(folder, { recursive: true })
  console.log(channel.slug, sizes.join(' · '))
}
await browser.close()
