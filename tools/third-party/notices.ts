import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Plugin } from 'vite'

const repository = resolve(import.meta.dirname, '../..')

/** Files with the licenses of packages that are published without one. The texts are those of their repositories. */
const LICENSE_FILES: Readonly<Record<string, string>> = {
  '@paypal/paypal-js': 'node_modules/@paypal/react-paypal-js/LICENSE',
  'embla-carousel': 'tools/third-party/licenses/embla-carousel.txt',
  'embla-carousel-fade': 'tools/third-party/licenses/embla-carousel.txt',
  'embla-carousel-react': 'tools/third-party/licenses/embla-carousel.txt',
  'embla-carousel-reactive-utils': 'tools/third-party/licenses/embla-carousel.txt',
  'react-remove-scroll-bar': 'tools/third-party/licenses/react-remove-scroll-bar.txt',
}

const formatNotice = (title: string, files: readonly string[]) =>
  [title, '='.repeat(title.length), '', ...files.map((file) => readFileSync(file, 'utf8').trim() + '\n')].join('\n')

/**
 * The notice of a package: its name, version and SPDX license expression, underlined, then the texts of its license.
 * @param folder the package's folder in node_modules
 * @throws if the license text is unknown, because a license is fulfilled only if its text is distributed
 */
export function packageNotice(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const { name = '', version = '', license = '' } = manifest
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const known = LICENSE_FILES[name]
  if (files.length === 0 && known === undefined) {
    throw new Error(`${name} has no license file; add the license of its repository to tools/third-party/notices.ts`)
  }
  const texts = files.length === 0 && known ? [join(repository, known)] : files.map((file) => join(folder, file))
  return formatNotice(`${name} ${version} (${license})`, texts)
}

/**
 * Writes third-party-notices.txt: the notice of every package in the build, also of packages that contribute assets only,
 * such as fonts, which Vite's `build.license` leaves out. Writes no file if the build contains no package.
 * @param dataNotices titles of other data in the build, with the paths of their notices in the repository
 */
export function thirdPartyNotices(dataNotices: Readonly<Record<string, string>> = {}): Plugin {
  let root = repository
  return {
    name: 'third-party-notices',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)),
      )
      const folders = files.flatMap(
        (file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0] ?? [],
      )
      const notices = [
        // By text, because a linked package has two folders.
        ...new Set(folders.map(packageNotice).sort()),
        ...Object.entries(dataNotices).map(([title, path]) => formatNotice(title, [join(repository, path)])),
      ]
      if (notices.length === 0) return
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: notices.join('\n\n') })
    },
  }
}
