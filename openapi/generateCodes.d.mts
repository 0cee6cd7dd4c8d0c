/** The text of openapi/codes.ts for the contract as it now stands. */
export const generateCodes: () => Promise<string>
