// SPDX-License-Identifier: Apache-2.0
// Games between people, on a server: a part of the page that is loaded with the first one.

export { friendsOf } from './friends.js'
export { Invitation } from './invitation.js'
