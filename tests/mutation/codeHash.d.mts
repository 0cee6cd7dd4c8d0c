export declare function codeHash(source: string): string
