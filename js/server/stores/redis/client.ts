// SPDX-License-Identifier: Apache-2.0
// Types of npm redis's clients, with the members that RedisStore uses.

/** Called for messages of a sharded channel. */
export type MessageListener = (message: string, channel: string) => void

/** The members of all clients. */
export type RedisConnectionLike = {
  connect(): Promise<unknown>
  sSubscribe(channel: string, listener: MessageListener): Promise<unknown>
  sUnsubscribe(channel: string, listener: MessageListener): Promise<unknown>
  on(event: string, listener: (fault: unknown) => void): unknown
  destroy(): unknown
}
/** Commands to one server; the caller names the type of the answer, as with npm redis. */
export type RedisSender = { sendCommand<Reply>(args: string[]): Promise<Reply> }

/** A client of one server, as createClient() makes it. */
export type RedisServerClient = RedisConnectionLike &
  RedisSender & {
    duplicate(overrides?: object): RedisClientLike
    readonly options?: { socket?: object | undefined } | undefined
  }
/** A client of a cluster, as createCluster() makes it. */
export type RedisClusterClient = RedisConnectionLike & {
  sendCommand<Reply>(firstKey: string, isReadonly: boolean, args: string[]): Promise<Reply>
  getNodeClientForKey(key: string, isReadonly: boolean): Promise<RedisSender>
  readonly masters: readonly object[]
  /** @param node one of `masters` */
  nodeClient(node: object): RedisSender | Promise<RedisSender>
  duplicate(overrides?: object): RedisClientLike
  readonly _options?: { defaults?: { socket?: object | undefined } | undefined } | undefined
}
/** A client of npm `redis`: createClient() and createCluster() make one. */
export type RedisClientLike = RedisServerClient | RedisClusterClient

/** The client of a connection; it need not have duplicate(). */
export type Client = (RedisConnectionLike & RedisSender) | Omit<RedisClusterClient, 'duplicate'>

/** Sends a command to one server; the caller names the type of the answer. */
export type Send = RedisSender['sendCommand']
