// SPDX-License-Identifier: Apache-2.0
// For programs in JavaScript, which cannot say what kind of element they look for, nor what a promise of their own gives.

interface Document {
  getElementById(id: string): any
  querySelector(selectors: string): any
}

interface PromiseConstructor {
  new (executor: (resolve: (value?: any) => void, reject: (reason?: any) => void) => void): Promise<any>
}
