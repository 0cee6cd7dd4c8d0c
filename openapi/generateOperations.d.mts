export const generateOperations: () => Promise<string>
