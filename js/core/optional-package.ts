// SPDX-License-Identifier: Apache-2.0
// Packages that users install only if they need them: ws, redis, bullmq and pg.

/**
 * Advice for a package that import() could not load: to install it only if this package was not found, since bundles and the
 * package itself fail in other ways.
 * @param cause the rejection of import()
 * @returns the end of a sentence that begins with the function that needs the package
 */
export function packageFailure(cause: unknown, name: string): string {
  const { code = '', message }: NodeJS.ErrnoException =
    cause instanceof Error ? cause : new Error(String(cause))
  const isMissing = /^(ERR_)?MODULE_NOT_FOUND$/.test(code) && new RegExp(`['"]${name}['"]`).test(message)
  if (isMissing) return `needs the package ${name}: npm install ${name}`
  return `cannot load the package ${name}: ${message.split('\n', 1)[0]}`
}
