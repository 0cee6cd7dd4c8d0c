export const generateOperations: (contract?: unknown) => Promise<string>
