/** The prepared WordPress. */
export declare const sitePath: string
/** PHP_PATH, or `php`. */
export declare function phpPath(): string
