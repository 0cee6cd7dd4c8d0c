import parser from '@typescript-eslint/parser'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'

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

/** `snapshot.context.message`, `context.message`, `const { message } = snapshot.context` and `({ context: { message } })`. */
const messagesOfMachine = [
  "MemberExpression[property.name='message'][object.property.name='context']",
  "MemberExpression[property.name='message'][object.name='context']",
  "VariableDeclarator[init.property.name='context'] > ObjectPattern > Property[key.name='message']",
  "Property[key.name='context'] > ObjectPattern > Property[key.name='message']",
].map((selector) => ({
  selector,
  message: 'A wrong message of the machine would be expected of the page too. Write the message out in `texts`.',
}))

/** The rules that .oxlintrc.json cannot express. They need no types. */
export default [
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser } },
  { ...jsxA11y.configs.recommended, files: ['src/**/*.tsx', 'tools/atlas/**/*.tsx'] },
  {
    files: ['src/**/*.tsx', 'tools/atlas/**/*.tsx'],
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
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...markupSinks],
    },
  },
  {
    files: ['src/actors/**', 'src/queries/**'],
    // Their results are shared: PayPal's next attempt and an actor beside the page use them.
    ignores: ['src/actors/paypalOrder.ts', 'src/queries/channelsQuery.ts', 'src/queries/favoritesQuery.ts'],
    rules: { 'no-restricted-syntax': ['error', ...markupSinks, callWithoutSignal] },
  },
  {
    files: ['tests/e2e/drivers/**'],
    rules: { 'no-restricted-syntax': ['error', ...messagesOfMachine] },
  },
]
