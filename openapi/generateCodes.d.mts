export const generateCodes: () => Promise<string>
