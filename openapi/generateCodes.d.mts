/** The text of openapi/codes.ts for the current contract. */
export const generateCodes: () => Promise<string>
