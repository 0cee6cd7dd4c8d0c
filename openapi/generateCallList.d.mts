export const generateCallList: () => Promise<string>
