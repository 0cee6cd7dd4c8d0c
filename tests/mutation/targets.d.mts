export declare const minScore: number
export declare const targets: Readonly<
  Record<string, { readonly mutate: readonly string[]; readonly tests: readonly string[]; readonly machine?: string }>
>
