export declare function formatText(file: string, text: string): Promise<string>
