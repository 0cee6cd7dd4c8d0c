/** A program of a channel's rotation. Durations are multiples of 15 minutes. */
export type Program = readonly [title: string, minutes: number]

/** The repeated rotation of each channel by slug. */
export const PROGRAMS: Readonly<Record<string, readonly Program[]>> = {
  'harbor-one': [
    ['Harbor Morning', 120],
    ['The Quarter Hour', 15],
    ['City Desk', 45],
    ['Tide & Traffic', 30],
    ['Harbor at Noon', 60],
    ['The Long Question', 90],
  ],
  longitude: [
    ['Eleven Time Zones', 60],
    ['Dispatches', 30],
    ['The Map Room', 45],
    ['Borders', 45],
    ['World in Ninety', 90],
  ],
  rotunda: [
    ['Floor Live', 120],
    ['Committee Room', 90],
    ['The Whip Count', 30],
    ['Corridor Questions', 30],
    ['Rotunda Tonight', 60],
  ],
  ledgerline: [
    ['Before the Open', 45],
    ['The Tape', 90],
    ['Rates & Reasons', 30],
    ['Balance Sheet', 45],
    ['After the Close', 60],
  ],
  'stormwatch-gulf': [
    ['Radar Live', 45],
    ['Coastline', 30],
    ['The Surge Desk', 45],
    ['Roads & Shelters', 15],
    ['Seven Days Out', 30],
  ],
  plainview: [
    ['First Light', 90],
    ['Main Street', 45],
    ['Plain Questions', 60],
    ['The Co-op Hour', 60],
    ['Evening, Plainly', 45],
  ],
  'delta-dispatch': [
    ['River Stages', 30],
    ['Delta Today', 90],
    ['Front Porch', 60],
    ['The Levee Report', 45],
    ['Delta Tonight', 60],
  ],
  'cascade-now': [
    ['Cascade Sunrise', 90],
    ['Pass Report', 15],
    ['Up the Coast', 60],
    ['Timber & Tech', 45],
    ['Cascade Live at Six', 90],
  ],
  'the-far-desk': [
    ['A Year in One Place', 60],
    ['Letters Home', 45],
    ['The Far Desk Live', 90],
    ['Translated', 30],
  ],
  'cross-meridian': [
    ['Norte y Sur', 60],
    ['Ports of Call', 45],
    ['The Isthmus', 45],
    ['Cross Meridian Tonight', 60],
  ],
  'night-wire': [
    ['The Late Wire', 60],
    ['Reading Room', 60],
  ],
  'grain-and-gold': [
    ['Elevator Prices', 30],
    ['Futures, Plainly', 60],
    ['Freight Yard', 45],
    ['The Bread Index', 30],
    ['Weather for Growers', 15],
  ],
  'fourth-quarter': [
    ['Cap Table', 45],
    ['Founders & Creditors', 60],
    ['Chapter Eleven', 45],
    ['The Earnings Call', 90],
  ],
  'statehouse-live': [
    ['Fifty Capitals', 60],
    ['Governor Answers', 45],
    ['Bill of the Day', 30],
    ['Statehouse Floor', 120],
    ['Redlines', 45],
  ],
  'the-ballot-room': [
    ['Precinct by Precinct', 60],
    ['Who Was Asked', 45],
    ['Recount', 45],
    ['The Margin', 30],
  ],
  'prairie-sky': [
    ['Horizon', 45],
    ['Hail Desk', 30],
    ['Wind & Soil', 30],
    ['The Long View', 60],
  ],
  fogline: [
    ['Air Quality Live', 30],
    ['Fire Line', 45],
    ['Marine Layer', 30],
    ['Reservoirs', 30],
  ],
  'high-desert': [
    ['Dry Country Morning', 90],
    ['Range & Water', 45],
    ['Close Listening', 60],
    ['High Desert Tonight', 60],
  ],
}
