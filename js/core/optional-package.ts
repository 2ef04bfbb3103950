// SPDX-License-Identifier: Apache-2.0
// Packages that users install only for what needs them: ws, redis and pg.

/**
 * Says what to do about a package that import() did not give. It advises to install it only if it is this package that
 * was not found: a bundle, or the package itself, fails in other ways.
 * @param cause the rejection of import()
 * @returns the end of a sentence that begins with who needs it
 */
export function packageFailure(cause: unknown, name: string): string {
  const { code = '', message }: NodeJS.ErrnoException =
    cause instanceof Error ? cause : new Error(String(cause))
  const isMissing = /^(ERR_)?MODULE_NOT_FOUND$/.test(code) && new RegExp(`['"]${name}['"]`).test(message)
  if (isMissing) return `needs the package ${name}: npm install ${name}`
  return `cannot load the package ${name}: ${message.split('\n', 1)[0]}`
}
