// SPDX-License-Identifier: Apache-2.0
// Files of Apache Parquet, written by hyparquet-writer.
//
// Source of the types: parquet.thrift of https://github.com/apache/parquet-format.

import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js'
import type { ArrowField } from './arrow-ipc.js'
import type { Cell } from './export-columns.js'

type SchemaElement = ParquetWriter['schema'][number]

const TYPES: Record<ArrowField['type'], Pick<SchemaElement, 'type' | 'converted_type'>> = {
  int8: { type: 'INT32', converted_type: 'INT_8' },
  uint16: { type: 'INT32', converted_type: 'UINT_16' },
  uint32: { type: 'INT32', converted_type: 'UINT_32' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  utf8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
}

/** A file, in pieces: group() for each group of rows, then end(). */
export class ParquetFile {
  #fields
  #bytes = new ByteWriter()
  #writer

  constructor(fields: readonly ArrowField[]) {
    const columns = fields.map(({ name, type, nullable }): SchemaElement => {
      return { name, ...TYPES[type], repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' }
    })
    const schema = [{ name: 'table', num_children: fields.length }, ...columns]
    this.#fields = fields
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'binbo' })
  }

  /**
   * @param rows their number
   * @param columns the values of each column; with these and their bytes a group is in memory
   */
  group(rows: number, columns: readonly (Cell[] | BigUint64Array | Uint32Array)[]): Uint8Array<ArrayBuffer> {
    const columnData = columns.map((data, i) => ({ name: this.#fields[i].name, data }))
    this.#writer.write({ columnData, rowGroupSize: rows })
    return this.#taken()
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#writer.finish()
    return this.#taken()
  }

  /** @returns the bytes since the last call */
  #taken(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.getBuffer())
    this.#bytes.index = 0
    return taken
  }
}
