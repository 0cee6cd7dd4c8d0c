import js from '@eslint/js'
import globals from 'globals'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Which imports a folder may not contain. tests/architecture checks the full table of allowed imports. */
const forbidImports = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
})

const markupSinks = [
  "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  "MemberExpression[property.name='innerHTML']",
  "MemberExpression[property.name='outerHTML']",
  "CallExpression[callee.property.name='insertAdjacentHTML']",
].map((selector) => ({ selector, message: 'Render server text as text.' }))

const callWithoutSignal = {
  selector:
    "CallExpression[callee.object.name='api']:not([arguments.1.type='Identifier']):not(:has(Property[key.name='signal']))",
  message: 'Pass the signal of the actor or query, so that leaving the page aborts the call.',
}

export default tseslint.config(
  { ignores: ['dist', 'export', '.gallery', '.data', '.cache', 'node_modules', 'test-results', 'openapi/host.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `return send(…)` ends a branch of a function that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `void (await call())` discards the result of a call.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // `[...text]` counts code points; `{ ...localStorage }` copies the stored items.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string', 'Storage'] }],
      // React ignores the promise of an `async` event handler; the handler catches its errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['machines/**', 'tests/**', 'tools/**'],
    // XState declares the types of a machine by `types: {} as { … }`, which the rule reports.
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  {
    files: ['tests/**', 'tools/**'],
    rules: {
      // The rule misses assignments in callbacks, and takes JSON.stringify for a function that always returns a text.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Fakes implement asynchronous interfaces without awaiting.
      '@typescript-eslint/require-await': 'off',
      // Tests replace and restore methods of browser prototypes.
      '@typescript-eslint/unbound-method': 'off',
      // `expect.any()` and parsed bodies have the type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['tools/model-testing/**'],
    rules: {
      // The snapshot and the scope of an AnyStateMachine have the type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['src/**/*.tsx', 'tools/atlas/**/*.tsx'],
    extends: [jsxA11y.configs.recommended],
    rules: {
      // The stream contains the captions.
      'jsx-a11y-x/media-has-caption': 'off',
      // The first field of a form takes the focus, and so does the button that replaces a sent form.
      'jsx-a11y-x/no-autofocus': 'off',
      // Arrow keys bubble from the focused element to its group.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { handlers: ['onClick', 'onMouseDown', 'onMouseUp'] },
      ],
      // Content that scrolls takes the focus, so that the keyboard scrolls it.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['region', 'group'], tags: ['pre'] }],
    },
  },
  { ...reactHooks.configs.flat.recommended, files: ['src/**/*.{ts,tsx}', 'tools/atlas/**/*.{ts,tsx}'] },
  { rules: { eqeqeq: 'error', 'no-console': ['error', { allow: ['warn', 'error'] }] } },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...markupSinks],
    },
  },
  {
    files: ['tests/e2e/drivers/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'MemberExpression[object.property.name="context"][property.name=/^(message|errors?|notice|refusal)$/]',
          'VariableDeclarator[init.property.name="context"] > ObjectPattern > Property[key.name=/^(message|errors?|notice|refusal)$/]',
        ].map((selector) => ({
          selector,
          message: 'A wrong message of the machine would be expected too. Write it out in `texts` and use `text`.',
        })),
      ],
    },
  },
  {
    files: ['src/actors/**', 'src/queries/**'],
    // Their results are shared: PayPal's next attempt and an actor beside the page use them.
    ignores: ['src/actors/paypalOrder.ts', 'src/queries/channelsQuery.ts', 'src/queries/favoritesQuery.ts'],
    rules: { 'no-restricted-syntax': ['error', ...markupSinks, callWithoutSignal] },
  },
  { files: ['server/**', 'tests/**', 'tools/**', '*.config.*'], rules: { 'no-console': 'off' } },
  forbidImports(
    ['machines/**'],
    ['react*', '@mantine/*', '**/src/**', '**/server/**', '@tanstack/*'],
    'A machine must not import React, Mantine or the application.',
  ),
  forbidImports(
    ['src/ui/**'],
    ['**/machines/**', '**/actors/**', '**/api/**', 'xstate', '@xstate/*'],
    'src/ui must not import machines, actors or the API.',
  ),
  forbidImports(
    ['src/api/**'],
    ['react*', 'xstate', '@mantine/*', '**/machines/**'],
    'src/api must not import React, machines or Mantine.',
  ),
  forbidImports(
    ['server/**'],
    ['**/src/**', 'react*', '@mantine/*'],
    'The server must not import the application, React or Mantine.',
  ),
)
