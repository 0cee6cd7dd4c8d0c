/** The regions of the channel request form. */
export const REQUEST_REGIONS = [
  { id: '1', name: 'National', slug: 'national' },
  { id: '2', name: 'Northeast', slug: 'northeast' },
  { id: '3', name: 'Midwest', slug: 'midwest' },
  { id: '4', name: 'South', slug: 'south' },
  { id: '5', name: 'West', slug: 'west' },
  { id: '6', name: 'International', slug: 'international' },
] as const
