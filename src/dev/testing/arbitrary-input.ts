import fc from 'fast-check';
import type { z } from 'zod';

/** What a generated input is made of: ids, texts and cursors that somebody might have come by. */
export type Pools = { ids: string[]; texts: string[]; cursors: string[] };

type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
  values?: unknown[];
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
};

/** Inputs that mostly fit the schema of an operation, filled from the pools rather than at random. */
export function arbitraryInput(
  schema: z.ZodType | undefined,
  pools: Pools,
  field = '',
): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  const definition = schema._zod.def as unknown as Definition;
  const inner = () => arbitraryInput(definition.innerType, pools, field);
  switch (definition.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(definition.shape!).map(([name, part]) => [name, arbitraryInput(part, pools, name)]),
        ),
      );
    case 'string':
      if (definition.format === 'uuid' || definition.format === 'guid') return fc.constantFrom(...pools.ids);
      if (field === 'cursor') return fc.constantFrom(...pools.cursors);
      return fc.constantFrom(...pools.texts);
    case 'number':
    case 'int':
      return fc
        .constantFrom(0, 1, 2, 100)
        .map((number) => Math.max(number, (schema as z.ZodNumber).minValue ?? number));
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries!));
    case 'literal':
      return fc.constantFrom(...definition.values!);
    case 'default':
    case 'optional':
    case 'nullable':
    case 'prefault':
      // Mostly left out: filters that all hold at once leave no rows to look at.
      return fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: inner(), weight: 1 });
    case 'array':
      return fc.array(arbitraryInput(definition.element, pools, field), { minLength: 1, maxLength: 2 });
    case 'union':
      return fc.oneof(...definition.options!.map((option) => arbitraryInput(option, pools, field)));
    case 'record':
      return fc.dictionary(
        arbitraryInput(definition.keyType, pools, field).map(String),
        arbitraryInput(definition.valueType, pools, field),
        { maxKeys: 3 },
      );
    case 'unknown':
      return fc.constantFrom<unknown>(null, 1, ...pools.texts);
    case 'pipe':
      return arbitraryInput(definition.in, pools, field);
    default:
      throw new Error(`No input is made for a schema of type ${definition.type} (${field}).`);
  }
}
