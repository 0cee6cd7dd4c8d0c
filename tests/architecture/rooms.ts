/** Who may import whom. */
import { imports, type Import, type Source } from './sources.ts'

type Room = {
  readonly name: string
  readonly holds: (path: string) => boolean
  readonly allows: (imported: Import, from: string) => boolean
}

const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const isStyle = ({ target }: Import): boolean => target.endsWith('.css')
const isReact = ({ target, isOwn }: Import): boolean => !isOwn && /^(react|react-dom)$/.test(target)
/** Mantine's carousel is Embla's, and takes Embla's plugins. */
const isMantine = ({ target, isOwn }: Import): boolean => !isOwn && /^(@mantine\/|embla-carousel)/.test(target)
const isPackage =
  (...names: string[]) =>
  (imported: Import) =>
    !imported.isOwn && names.includes(imported.target)
const isIn =
  (...folders: string[]) =>
  (imported: Import) =>
    imported.isOwn && folders.some((folder) => imported.target === folder || imported.target.startsWith(`${folder}/`))
const part = (path: string): string => path.split('/').slice(0, 3).join('/')

const any =
  (...tests: ((imported: Import, from: string) => boolean)[]) =>
  (imported: Import, from: string): boolean =>
    tests.some((test) => test(imported, from))

const contract = isIn('openapi')
/** Files that stand directly in src: the root's context, path builders, configuration. Not those that compose them. */
const sharedOfSrc = ({ target, isOwn }: Import): boolean =>
  isOwn && /^src\/[^/]+\.tsx?$/.test(target) && !/^src\/(?:main|routes)\.tsx?$/.test(target)
const typesOf = (test: (imported: Import) => boolean) => (imported: Import) => imported.typeOnly && test(imported)

const view = any(
  isReact,
  isMantine,
  isStyle,
  isPackage('xstate', '@xstate/react', 'react-router-dom', '@tanstack/react-query'),
  isIn('machines', 'src/ui', 'src/billing'),
  sharedOfSrc,
  typesOf(isIn('src/api', 'src/actors')),
)

/** The providers' own pieces: the card field, PayPal's button. */
const cardField = isPackage('@stripe/react-stripe-js', '@stripe/stripe-js', '@paypal/react-paypal-js')

const room = (name: string): Room => {
  const isProvide = (from: string): boolean => /\/provide\.tsx?$/.test(from)
  return {
    name: `src/${name}`,
    holds: below(`src/${name}`),
    allows: (imported, from) =>
      view(imported, from) ||
      // Its own pieces, the parts that several share, and a dialog that a screen opens; never another screen.
      (imported.isOwn && part(imported.target) === part(from)) ||
      isIn('src/features')(imported) ||
      (name === 'parts' && cardField(imported)) ||
      (name === 'screens' && isIn('src/dialogs')(imported)) ||
      (isProvide(from) && any(isIn('src/actors', 'src/api'), isPackage('xstate'))(imported, from)),
  }
}

const rooms: readonly Room[] = [
  {
    name: 'machines',
    holds: below('machines'),
    allows: any(isPackage('xstate'), typesOf(isIn('machines'))),
  },
  {
    name: 'src/api',
    holds: below('src/api'),
    allows: any(isPackage('openapi-fetch', 'valibot'), isIn('src/api'), contract),
  },
  {
    name: 'src/billing',
    holds: below('src/billing'),
    allows: any(isIn('src/billing'), typesOf(isIn('machines', 'src/api', 'src/app/configuration.ts'))),
  },
  {
    name: 'src/actors',
    holds: below('src/actors'),
    allows: any(
      (imported) =>
        !imported.isOwn && !isReact(imported) && !isMantine(imported) && imported.target !== '@xstate/react',
      isIn('src/actors', 'src/api', 'src/billing'),
      typesOf(isIn('machines', 'src/app/configuration.ts', 'src/app/root.tsx', 'src/root.ts')),
    ),
  },
  {
    name: 'src/ui',
    holds: below('src/ui'),
    allows: any(isReact, isMantine, isStyle, isIn('src/ui'), typesOf(isIn('src/app/configuration.ts'))),
  },
  room('screens'),
  room('dialogs'),
  room('parts'),
  {
    name: 'tools/atlas',
    holds: below('tools/atlas'),
    allows: any(
      isReact,
      isStyle,
      isPackage('xstate', 'elkjs', 'd3-selection', 'd3-zoom', '@fontsource-variable/schibsted-grotesk'),
      isIn('tools/atlas', 'src/ui', 'machines', 'tests/machines', 'tools/model-testing', 'docs/requirements.md'),
    ),
  },
  {
    // What composes the product may use all of it; the atlas is no part of the product.
    name: 'src',
    holds: (path) => /^src\/[^/]+\.tsx?$/.test(path),
    allows: (imported) => !isIn('tools/atlas', 'tests')(imported),
  },
  {
    name: 'server',
    holds: below('server'),
    allows: (imported) => !isIn('src', 'machines', 'tests')(imported) && !isReact(imported) && !isMantine(imported),
  },
]

/** What a file imports although its room may not. */
export function forbiddenImports(source: Source): string[] {
  const room = rooms.find(({ holds }) => holds(source.path))
  if (!room) return []
  return imports(source)
    .filter((imported) => !room.allows(imported, source.path))
    .map(
      ({ specifier, typeOnly, line }) =>
        `${source.path}:${line} imports ${typeOnly ? 'types of ' : ''}'${specifier}', which ${room.name} may not`,
    )
}
