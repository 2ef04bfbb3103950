// SPDX-License-Identifier: Apache-2.0
// Games between people: the part of the page that is loaded with the first such game.

export { friendsOf } from './friends.js'
export { Invitation } from './invitation.js'
