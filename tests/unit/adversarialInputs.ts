/** More than 200 adversarial URLs, generated from hosts, prefixes and single values. */
const hosts = [
  'evil.example',
  'evil.example/video/x',
  'evil.example:443/',
  '@evil.example',
  'a:b@evil.example/x',
  '[::1]/x',
]
const prefixes = [
  '//', '///', '////', '/\\', '\\\\', '\\/', '/\t/', '/\n/', '/\r\n/', '\t//', ' //', '/ /', '/%2f', '/%2F%2F', '/%5c', '/%5C%5C',
  'https://', 'http:', 'https:/', 'HTTPS://', 'javascript://', 'javascript:alert(1)//', 'data:text/html,', 'vbscript:', 'blob:',
  'ftp://', '/video/..//', '/video/../..//', '/./', '/.//', '/..//', '/%2e%2e//', '/%2e//', '/video/%2e%2e//', '//%2f', '/\u0000/',
] // oxfmt-ignore
export const adversarialInputs: readonly unknown[] = [
  ...prefixes.flatMap((prefix) => hosts.map((host) => prefix + host)),
  '', ' ', '//', '/\\', '.', '..', '#', '?', null, 0, 1, true, {}, [], ['/video/x'], { pathname: '/video/x' }, 'video/x', './video/x',
  '/video/x\\y', '/video/\u0000', '/video/\u0085x', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', '\u0001javascript:alert(1)',
] // oxfmt-ignore
