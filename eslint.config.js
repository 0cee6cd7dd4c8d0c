import js from '@eslint/js'
import globals from 'globals'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Who may import whom. The same table is checked file by file in tests/architecture. */
const closed = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
})

export default tseslint.config(
  { ignores: ['dist', 'export', '.gallery', '.data', '.cache', 'node_modules', 'test-results', 'openapi/host.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  { ...reactHooks.configs.flat.recommended, files: ['src/**/*.{ts,tsx}'] },
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Server text is text.' },
        { selector: "MemberExpression[property.name='innerHTML']", message: 'Server text is text.' },
        { selector: "MemberExpression[property.name='outerHTML']", message: 'Server text is text.' },
        { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: 'Server text is text.' },
      ],
    },
  },
  { files: ['server/**', 'tests/**', 'tools/**', '*.config.*'], rules: { 'no-console': 'off' } },
  closed(
    ['machines/**'],
    ['react*', '@mantine/*', '**/src/**', '**/server/**', '@tanstack/*'],
    'Machines know xstate only.',
  ),
  closed(
    ['src/ui/**'],
    ['**/machines/**', '**/actors/**', '**/host/**', 'xstate', '@xstate/*'],
    'ui knows no machine.',
  ),
  closed(['src/api/**'], ['react*', 'xstate', '@mantine/*', '**/machines/**'], 'host knows the contract only.'),
  closed(['server/**'], ['**/src/**', 'react*', '@mantine/*'], 'The server never imports the application.'),
)
