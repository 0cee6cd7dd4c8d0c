/** The machines that are walked together with those that they talk to; who these are stands in `together.ts`. */
export const companies = ['planChange', 'checkout', 'savedCards', 'session'] as const

export type CompanyName = (typeof companies)[number]

export const isCompany = (name: string): name is CompanyName => companies.some((company) => company === name)
