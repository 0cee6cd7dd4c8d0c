/** A program of a channel's rotation. Durations are multiples of 15 minutes. */
export type Program = readonly [title: string, minutes: number, description: string]

/** The repeated rotation of each channel by slug. */
export const PROGRAMS: Readonly<Record<string, readonly Program[]>> = {
  'harbor-one': [
    ['Harbor Morning', 120, 'News, ferries and first light from the coast.'],
    ['The Quarter Hour', 15, 'The day in fifteen minutes.'],
    ['City Desk', 45, 'Reporters on the stories from their own streets.'],
    ['Tide & Traffic', 30, 'High water, road works and the way home.'],
    ['Harbor at Noon', 60, 'The midday news, with guests in the studio.'],
    ['The Long Question', 90, 'One guest, one subject, ninety minutes.'],
  ],
  longitude: [
    ['Eleven Time Zones', 60, 'What happened while you slept, from every bureau.'],
    ['Dispatches', 30, 'Short reports from correspondents on the road.'],
    ['The Map Room', 45, 'The week’s conflicts and deals, explained on a map.'],
    ['Borders', 45, 'The people and goods that cross them.'],
    ['World in Ninety', 90, 'Ninety minutes of international news.'],
  ],
  rotunda: [
    ['Floor Live', 120, 'Both chambers, uncut.'],
    ['Committee Room', 90, 'Hearings in full, with the documents beside them.'],
    ['The Whip Count', 30, 'Who votes how, and why.'],
    ['Corridor Questions', 30, 'Reporters ask between votes.'],
    ['Rotunda Tonight', 60, 'The votes of the day, with the people who cast them.'],
  ],
  ledgerline: [
    ['Before the Open', 45, 'Futures, earnings and the first calls of the day.'],
    ['The Tape', 90, 'The trading day as it happens.'],
    ['Rates & Reasons', 30, 'Central banks and bonds, explained.'],
    ['Balance Sheet', 45, 'One company, read line by line.'],
    ['After the Close', 60, 'What moved, and what it means for tomorrow.'],
  ],
  'stormwatch-gulf': [
    ['Radar Live', 45, 'The Gulf on radar, with a meteorologist.'],
    ['Coastline', 30, 'Beaches, ports and small-craft warnings.'],
    ['The Surge Desk', 45, 'Water levels and who should leave.'],
    ['Roads & Shelters', 15, 'Open roads, open shelters, open gas stations.'],
    ['Seven Days Out', 30, 'The forecast for the week.'],
  ],
  plainview: [
    ['First Light', 90, 'Overnight news and the weather for the plains.'],
    ['Main Street', 45, 'Small towns and the people who run them.'],
    ['Plain Questions', 60, 'Viewers ask, officials answer.'],
    ['The Co-op Hour', 60, 'Prices, policy and farming.'],
    ['Evening, Plainly', 45, 'The news of the day without the noise.'],
  ],
  'delta-dispatch': [
    ['River Stages', 30, 'Levels from Cairo to the Gulf.'],
    ['Delta Today', 90, 'News from both banks of the river.'],
    ['Front Porch', 60, 'A long conversation with a neighbor.'],
    ['The Levee Report', 45, 'Inspections, repairs and who pays.'],
    ['Delta Tonight', 60, 'The evening news from the Delta.'],
  ],
  'cascade-now': [
    ['Cascade Sunrise', 90, 'The Northwest wakes up.'],
    ['Pass Report', 15, 'Snow, chains and closures in the mountains.'],
    ['Up the Coast', 60, 'Stories from Astoria to Bellingham.'],
    ['Timber & Tech', 45, 'The business news of two old industries.'],
    ['Cascade Live at Six', 90, 'The evening news from Seattle and Portland.'],
  ],
  'the-far-desk': [
    ['A Year in One Place', 60, 'A correspondent stays where the news has left.'],
    ['Letters Home', 45, 'Reporters read what they wrote to their families.'],
    ['The Far Desk Live', 90, 'Live interviews from far away.'],
    ['Translated', 30, 'The best reports of other countries, with subtitles.'],
  ],
  'cross-meridian': [
    ['Norte y Sur', 60, 'News from the whole hemisphere, in two languages.'],
    ['Ports of Call', 45, 'Trade and the towns that live from it.'],
    ['The Isthmus', 45, 'Politics between two continents.'],
    ['Cross Meridian Tonight', 60, 'The evening news from south of the border.'],
  ],
  'night-wire': [
    ['The Late Wire', 60, 'The stories that broke after midnight.'],
    ['Reading Room', 60, 'Long articles, read aloud by their authors.'],
  ],
  'grain-and-gold': [
    ['Elevator Prices', 30, 'Grain prices from two hundred elevators.'],
    ['Futures, Plainly', 60, 'The futures market for people who grow things.'],
    ['Freight Yard', 45, 'Rail, barges and the cost of moving a bushel.'],
    ['The Bread Index', 30, 'What a loaf costs, and who gets the money.'],
    ['Weather for Growers', 15, 'Rain, frost and the soil.'],
  ],
  'fourth-quarter': [
    ['Cap Table', 45, 'Who owns the companies of the week.'],
    ['Founders & Creditors', 60, 'How firms begin, and how they end.'],
    ['Chapter Eleven', 45, 'The bankruptcies that matter.'],
    ['The Earnings Call', 90, 'Earnings calls live, with analysts.'],
  ],
  'statehouse-live': [
    ['Fifty Capitals', 60, 'One law from every state that acted today.'],
    ['Governor Answers', 45, 'A governor takes questions for an hour.'],
    ['Bill of the Day', 30, 'One bill, from draft to vote.'],
    ['Statehouse Floor', 120, 'A state legislature, live.'],
    ['Redlines', 45, 'How a text changed, line by line.'],
  ],
  'the-ballot-room': [
    ['Precinct by Precinct', 60, 'Returns and turnout, down to the precinct.'],
    ['Who Was Asked', 45, 'The polls, and how they were made.'],
    ['Recount', 45, 'Close races and the people who count.'],
    ['The Margin', 30, 'Where a few hundred votes decide.'],
  ],
  'prairie-sky': [
    ['Horizon', 45, 'The sky over the plains, live.'],
    ['Hail Desk', 30, 'Storm cells, damage and claims.'],
    ['Wind & Soil', 30, 'Drought, dust and what to plant.'],
    ['The Long View', 60, 'Climate, season by season.'],
  ],
  fogline: [
    ['Air Quality Live', 30, 'Smoke and ozone, hour by hour.'],
    ['Fire Line', 45, 'Every fire, its size and its edge.'],
    ['Marine Layer', 30, 'Fog, surf and the coast road.'],
    ['Reservoirs', 30, 'How much water is left.'],
  ],
  'high-desert': [
    ['Dry Country Morning', 90, 'News and weather for the high desert.'],
    ['Range & Water', 45, 'Ranching, wells and rights.'],
    ['Close Listening', 60, 'One conversation, without cuts.'],
    ['High Desert Tonight', 60, 'The evening news from the desert.'],
  ],
}
