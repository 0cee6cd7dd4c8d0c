/** The categories of channels. */
export const CATEGORIES = ['Headlines', 'World', 'Business', 'Politics', 'Weather'] as const
export type Category = (typeof CATEGORIES)[number]

/** The regions of channels. */
export const REGIONS = ['Northeast', 'Midwest', 'South', 'West'] as const
export type Region = (typeof REGIONS)[number]

/** An invented channel. Names, logos and colors refer to no real broadcaster. */
export interface ChannelSeed {
  /** The name in URLs: lower-case letters, digits and hyphens. */
  readonly slug: string
  readonly name: string
  readonly tagline: string
  readonly category: Category
  readonly region: Region
  /** One or two letters of the logo. */
  readonly letters: string
  /** The color of the logo, `#rrggbb`, with a contrast of at least 4.5:1 to white text. */
  readonly color: string
  readonly followers: number
  /** False when the channel is off air. */
  readonly live: boolean
}

/** All channels in the order of the host's list. */
export const CHANNELS: readonly ChannelSeed[] = [
  {
    slug: 'harbor-one',
    name: 'Harbor One',
    tagline: 'The coast before it wakes, the city before it moves',
    category: 'Headlines',
    region: 'Northeast',
    letters: 'H1',
    color: '#14507a',
    followers: 55_600,
    live: true,
  },
  {
    slug: 'longitude',
    name: 'Longitude',
    tagline: 'Every hour, somewhere else',
    category: 'World',
    region: 'Northeast',
    letters: 'Lo',
    color: '#0f5c5c',
    followers: 41_250,
    live: true,
  },
  {
    slug: 'rotunda',
    name: 'Rotunda',
    tagline: 'Both chambers, every vote, unhurried',
    category: 'Politics',
    region: 'South',
    letters: 'R',
    color: '#6b2d3a',
    followers: 38_900,
    live: true,
  },
  {
    slug: 'ledgerline',
    name: 'Ledgerline',
    tagline: 'Markets, read aloud',
    category: 'Business',
    region: 'Northeast',
    letters: 'LL',
    color: '#1f4d36',
    followers: 33_400,
    live: true,
  },
  {
    slug: 'stormwatch-gulf',
    name: 'Stormwatch Gulf',
    tagline: 'From the first cloud to the last road reopened',
    category: 'Weather',
    region: 'South',
    letters: 'SG',
    color: '#3b3f73',
    followers: 29_700,
    live: true,
  },
  {
    slug: 'plainview',
    name: 'Plainview News',
    tagline: 'The middle of the country, in plain words',
    category: 'Headlines',
    region: 'Midwest',
    letters: 'P',
    color: '#7a4a14',
    followers: 27_150,
    live: true,
  },
  {
    slug: 'delta-dispatch',
    name: 'Delta Dispatch',
    tagline: 'River towns and the news that reaches them',
    category: 'Headlines',
    region: 'South',
    letters: 'DD',
    color: '#5a3a1e',
    followers: 22_800,
    live: true,
  },
  {
    slug: 'cascade-now',
    name: 'Cascade Now',
    tagline: 'Up the coast, over the range, as it happens',
    category: 'Headlines',
    region: 'West',
    letters: 'CN',
    color: '#2a5d2f',
    followers: 24_360,
    live: true,
  },
  {
    slug: 'the-far-desk',
    name: 'The Far Desk',
    tagline: 'Correspondents who stayed',
    category: 'World',
    region: 'West',
    letters: 'FD',
    color: '#4a2c6d',
    followers: 18_240,
    live: true,
  },
  {
    slug: 'cross-meridian',
    name: 'Cross Meridian',
    tagline: 'The Americas, north to south',
    category: 'World',
    region: 'South',
    letters: 'CM',
    color: '#7a2e1a',
    followers: 15_980,
    live: true,
  },
  {
    slug: 'night-wire',
    name: 'Night Wire',
    tagline: 'What the day left on the desk',
    category: 'World',
    region: 'Midwest',
    letters: 'NW',
    color: '#2b3440',
    followers: 9_740,
    live: false,
  },
  {
    slug: 'grain-and-gold',
    name: 'Grain & Gold',
    tagline: 'Commodities, freight and the price of bread',
    category: 'Business',
    region: 'Midwest',
    letters: 'GG',
    color: '#6a5108',
    followers: 12_430,
    live: true,
  },
  {
    slug: 'fourth-quarter',
    name: 'Fourth Quarter',
    tagline: 'Companies, founders and their creditors',
    category: 'Business',
    region: 'West',
    letters: '4Q',
    color: '#174a52',
    followers: 11_070,
    live: true,
  },
  {
    slug: 'statehouse-live',
    name: 'Statehouse Live',
    tagline: 'Fifty capitals, one at a time',
    category: 'Politics',
    region: 'Midwest',
    letters: 'SL',
    color: '#2f3d66',
    followers: 17_620,
    live: true,
  },
  {
    slug: 'the-ballot-room',
    name: 'The Ballot Room',
    tagline: 'Counting, recounting and who was asked',
    category: 'Politics',
    region: 'Northeast',
    letters: 'BR',
    color: '#7a1f4a',
    followers: 14_310,
    live: true,
  },
  {
    slug: 'prairie-sky',
    name: 'Prairie Sky',
    tagline: 'Wind, hail and the long horizon',
    category: 'Weather',
    region: 'Midwest',
    letters: 'PS',
    color: '#205a7d',
    followers: 10_550,
    live: true,
  },
  {
    slug: 'fogline',
    name: 'Fogline',
    tagline: 'Coast, fire and water, every quarter hour',
    category: 'Weather',
    region: 'West',
    letters: 'F',
    color: '#465058',
    followers: 8_920,
    live: true,
  },
  {
    slug: 'high-desert',
    name: 'High Desert Report',
    tagline: 'Wide country, close listening',
    category: 'Headlines',
    region: 'West',
    letters: 'HD',
    color: '#83401c',
    followers: 7_480,
    live: true,
  },
]
