// SPDX-License-Identifier: Apache-2.0
// Games between people, on a server: a part of the page that is loaded with the first one.

export { follow, openFriendLink } from './friends.js'
export { mountInvitation } from './invitation.js'
