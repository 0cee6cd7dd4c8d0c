/** The import rules, one layer per folder. CONTRIBUTING.md shows the same table. */
import { importsOf, type Import, type Source } from './sources.ts'

export type Layer = {
  readonly name: string
  /** The rule as CONTRIBUTING.md shows it. */
  readonly mayImport: string
  readonly holds: (path: string) => boolean
  readonly allows: (imported: Import, from: string) => boolean
}

const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const isStyle = ({ target }: Import): boolean => target.endsWith('.css')
const isReact = ({ target, isOwn }: Import): boolean => !isOwn && /^(react|react-dom)$/.test(target)
/** Mantine's carousel is based on Embla and accepts its plugins. */
const isMantine = ({ target, isOwn }: Import): boolean => !isOwn && /^(@mantine\/|embla-carousel)/.test(target)
const isPackage =
  (...names: string[]) =>
  (imported: Import) =>
    !imported.isOwn && names.includes(imported.target)
const isIn =
  (...folders: string[]) =>
  (imported: Import) =>
    imported.isOwn && folders.some((folder) => imported.target === folder || imported.target.startsWith(`${folder}/`))
const viewOf = (path: string): string => path.split('/').slice(0, 3).join('/')

const anyOf =
  (...tests: ((imported: Import, from: string) => boolean)[]) =>
  (imported: Import, from: string): boolean =>
    tests.some((test) => test(imported, from))

const contract = isIn('openapi')
const typesOf = (test: (imported: Import) => boolean) => (imported: Import) => imported.isTypeOnly && test(imported)

/**
 * The modules of `src/app` that every view may use: paths, the root actors behind `useRoot`, the configuration, the
 * channel to return to, the channel that was left. No view may import the rest of `src/app`, which composes the product.
 */
const appServices = isIn(
  'src/app/channelLeft.ts',
  'src/app/hostReturn.ts',
  'src/app/navigation.tsx',
  'src/app/paths.ts',
  'src/app/accessRules.ts',
  'src/app/root.tsx',
  'src/app/configuration.ts',
  'src/app/returnToChannel.ts',
)

const view = anyOf(
  isReact,
  isMantine,
  isStyle,
  isPackage('xstate', '@xstate/react', 'react-router-dom', '@tanstack/react-query'),
  isIn('machines', 'src/ui', 'src/billing', 'src/queries', 'src/platform/loadChunk.ts'),
  appServices,
  typesOf(isIn('src/api', 'src/actors', 'src/platform')),
)

/** The providers' own components: the card field, PayPal's button. */
const cardField = isPackage('@stripe/react-stripe-js', '@stripe/stripe-js', '@paypal/react-paypal-js')

const viewLayer = (name: string, ownRule = ''): Layer => {
  const isProvide = (from: string): boolean => /\/provide\.tsx?$/.test(from)
  return {
    name: `src/${name}`,
    mayImport: `everything that views may import${ownRule}`,
    holds: below(`src/${name}`),
    allows: (imported, from) =>
      view(imported, from) ||
      // Its own modules, shared features, and dialogs; never another screen.
      (imported.isOwn && viewOf(imported.target) === viewOf(from)) ||
      isIn('src/features')(imported) ||
      (name === 'features' && cardField(imported)) ||
      (name === 'screens' && isIn('src/dialogs')(imported)) ||
      (isProvide(from) && anyOf(isIn('src/actors', 'src/api', 'src/platform'), isPackage('xstate'))(imported, from)),
  }
}

/** `machines/a.ts` imports `machines/a.setup.ts`. */
const ownSetup = ({ target }: Import, from: string): boolean => target === from.replace(/\.ts$/, '.setup.ts')

export const layers: readonly Layer[] = [
  {
    name: 'machines',
    mayImport:
      'xstate, `machines/stub.ts`, `machines/messageOf.ts`, `machines/channelFilter.ts`, its own setup, types of other machines',
    holds: below('machines'),
    allows: anyOf(
      isPackage('xstate'),
      isIn('machines/stub.ts', 'machines/messageOf.ts', 'machines/channelFilter.ts'),
      ownSetup,
      typesOf(isIn('machines')),
    ),
  },
  {
    name: 'src/api',
    mayImport: 'openapi-fetch, valibot, `openapi`',
    holds: below('src/api'),
    allows: anyOf(isPackage('openapi-fetch', 'valibot'), isIn('src/api'), contract),
  },
  {
    name: 'src/billing',
    mayImport: 'types of `machines`, `src/api` and the configuration',
    holds: below('src/billing'),
    allows: anyOf(isIn('src/billing'), typesOf(isIn('machines', 'src/api', 'src/app/configuration.ts'))),
  },
  {
    name: 'src/platform',
    mayImport: 'valibot, hls.js, jsPDF, types of `machines`, `src/api` and the configuration',
    holds: below('src/platform'),
    allows: anyOf(
      isPackage('valibot', 'hls.js', 'jspdf'),
      isIn('src/platform'),
      typesOf(isIn('machines', 'src/api', 'src/app/configuration.ts')),
    ),
  },
  {
    name: 'src/queries',
    mayImport: 'TanStack Query, `src/api`, types of `machines` and the configuration',
    holds: below('src/queries'),
    allows: anyOf(
      isPackage('@tanstack/react-query'),
      isIn('src/queries', 'src/api'),
      typesOf(isIn('machines', 'src/app/configuration.ts')),
    ),
  },
  {
    name: 'src/actors',
    mayImport:
      'packages except React and Mantine, `src/api`, `src/billing`, `src/platform`, `src/queries`, types of `machines`',
    holds: below('src/actors'),
    allows: anyOf(
      (imported) =>
        !imported.isOwn && !isReact(imported) && !isMantine(imported) && imported.target !== '@xstate/react',
      isIn('src/actors', 'src/api', 'src/billing', 'src/platform', 'src/queries'),
      typesOf(isIn('machines', 'src/app/configuration.ts', 'src/app/root.tsx')),
    ),
  },
  {
    name: 'src/ui',
    mayImport: 'React, Mantine, TanStack Virtual, uqr, types of the configuration',
    holds: below('src/ui'),
    allows: anyOf(
      isReact,
      isMantine,
      isStyle,
      isPackage('@tanstack/virtual-core', 'uqr'),
      isIn('src/ui'),
      typesOf(isIn('src/app/configuration.ts')),
    ),
  },
  viewLayer('screens', ', and `src/dialogs`; never another screen'),
  viewLayer('dialogs', '; never a screen or another dialog'),
  viewLayer('features', ', and the components of Stripe and PayPal; never a screen or a dialog'),
  {
    // The composition root may use the whole product, but no tool and no test.
    name: 'src/app',
    mayImport: 'all of `src`, but no tool and no test',
    holds: below('src/app'),
    allows: (imported) => !isIn('tools', 'tests')(imported),
  },
  {
    name: 'src/serviceWorker',
    mayImport: 'nothing: it is one script',
    holds: below('src/serviceWorker'),
    allows: () => false,
  },
  {
    name: 'tools/model-testing',
    mayImport: 'only xstate',
    holds: below('tools/model-testing'),
    allows: (imported, from) =>
      anyOf(isPackage('xstate', 'xstate/graph'), isIn('tools/model-testing'))(imported, from) ||
      (from.endsWith('.test.ts') && isPackage('vitest')(imported)),
  },
  {
    name: 'tools/atlas',
    mayImport: 'React, elkjs, d3, `tools/model-testing`, `src/ui`, the input from `tests/atlas`',
    holds: (path) => below('tools/atlas')(path) && !/\/(tests\/|vite\.config|build\.)/.test(path),
    allows: anyOf(
      isReact,
      isStyle,
      isPackage('#atlas', 'xstate', 'elkjs', 'd3-selection', 'd3-zoom', '@fontsource-variable/schibsted-grotesk'),
      isIn('tools/atlas', 'src/ui', 'tools/model-testing'),
    ),
  },
  {
    name: 'tools/contract',
    mayImport: 'ajv, yaml, `openapi`, how the edge calls the host (`hostUpstream.ts`, `hostFeatures.ts`)',
    holds: below('tools/contract'),
    allows: anyOf(
      isPackage('ajv', 'ajv-formats', 'yaml'),
      (imported) => !imported.isOwn && imported.target.startsWith('node:'),
      isIn('tools/contract', 'server/edge/hostUpstream.ts', 'server/edge/hostFeatures.ts'),
      contract,
    ),
  },
  {
    name: 'server',
    mayImport: 'packages except React and Mantine, `openapi`, never `src`, `machines` or `tests`',
    holds: below('server'),
    allows: (imported) => !isIn('src', 'machines', 'tests')(imported) && !isReact(imported) && !isMantine(imported),
  },
]

export function forbiddenImports(source: Source): string[] {
  const layer = layers.find(({ holds }) => holds(source.path))
  if (!layer) return []
  return importsOf(source)
    .filter((imported) => !layer.allows(imported, source.path))
    .map(
      ({ specifier, isTypeOnly, line }) =>
        `${source.path}:${line} imports ${isTypeOnly ? 'types of ' : ''}'${specifier}', which ${layer.name} may not import`,
    )
}
