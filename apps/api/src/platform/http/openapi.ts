import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type EndpointDeclaration, takesIdempotencyKey } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { models } from '@greenroom/contract/models'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const modelPlace = '#/components/schemas/'

/** What zod calls by name in place of repeating it. */
const named = z.registry<{ id: string }>()
for (const [id, model] of Object.entries(models)) named.add(model, { id })

let paths: Record<string, Json> | undefined

/** Returns the document's paths. They take longer than all other parts of a start, so their first reader makes them. */
function endpointPaths(): Record<string, Json> {
  if (paths) return paths
  paths = {}
  for (const { section, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(section, endpoint) }
  }
  return paths
}

/** Returns the records that several endpoints return, each as one schema. */
function modelSchemas(): Json {
  const { schemas } = z.toJSONSchema(named, {
    ...outputOptions,
    uri: (id) => modelPlace + id,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...rest }]) => [id, rest]),
  )
}

/** Builds the OpenAPI 3.1 document of all declared endpoints. */
function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greenroom API',
      version: '0.2.0',
      description: 'The calls of the Greenroom staff console.',
    },
    servers: [{ url: serverUrl }],
    security: [{ credential: [] }, { apiKey: [] }],
    get paths() {
      return endpointPaths()
    },
    components: {
      securitySchemes: {
        credential: {
          type: 'http',
          scheme: 'bearer',
          description: 'The credential of a session, which begins with grs_',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, which begins with grk_',
        },
      },
      get schemas() {
        return modelSchemas()
      },
    },
  }
}

/** Serves the document at /docs/json and a page to try it at /docs. */
export async function registerApiDocs(app: FastifyInstance, serverUrl: string): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(swagger, {
      mode: 'static',
      // The plugin's types lag behind 3.1; it passes a static document through unchanged.
      specification: { document: openApiDocument(serverUrl) as never },
    })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { persistAuthorization: false },
      // The plugin's own policy has browsers fetch its scripts over https, which a server on plain http does not speak.
      staticCSP: true,
      transformStaticCSP: (policy) => policy.replace(/\s*upgrade-insecure-requests;?/, ''),
    })
  })
}

function operation(section: string, endpoint: EndpointDeclaration): Json {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: `${modelPlace}Problem` } } },
  })
  return {
    operationId: endpoint.name,
    tags: [section],
    summary: endpoint.summary,
    description: [endpoint.description, neededText(endpoint)].filter(Boolean).join(' '),
    'x-permissions': endpoint.permissions,
    ...(endpoint.access === 'public' && { security: [] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.versioned
        ? [header('If-Match', 'Version that the edit is based on; a stale one is refused')]
        : []),
      ...(takesIdempotencyKey(endpoint)
        ? [header('Idempotency-Key', 'Makes a repeat of the same request harmless for 24 hours')]
        : []),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: endpoint.isStream
          ? { 'text/event-stream': { schema: { type: 'string' } } }
          : { 'application/json': { schema: outputSchema(endpoint.response) } },
      },
      400: problem('A field is refused'),
      401: problem('No credential, or one that is not accepted'),
      403: problem('The role lacks a permission'),
      default: problem('Any other failure'),
    },
  }
}

function neededText({ permissions, access }: EndpointDeclaration): string {
  if (access === 'public') return 'Needs no credential.'
  return permissions.length === 0
    ? 'Needs no permission, only a sign-in.'
    : `Needs the permission${permissions.length === 1 ? '' : 's'} ${permissions.join(' and ')}.`
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

function parameters(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(member as z.ZodMiniType, undefined).success,
    schema: inputSchema(member),
  }))
}

function requestBody(endpoint: EndpointDeclaration): Json {
  const content: Json = {}
  if (endpoint.body) content['application/json'] = { schema: bodySchema(endpoint.body, endpoint.batchOf) }
  if (endpoint.multipart) {
    const fields = inputSchema(endpoint.multipart.fields)
    const files = Object.fromEntries(
      Object.entries(endpoint.multipart.files).map(([name, part]) => [
        name,
        part.most === 1
          ? { type: 'string', format: 'binary' }
          : { type: 'array', items: { type: 'string', format: 'binary' } },
      ]),
    )
    const schema = { ...fields, properties: { ...(fields.properties as Json | undefined), ...files } }
    content['multipart/form-data'] = { schema }
  }
  if (Object.keys(content).length === 0) return {}
  const required =
    endpoint.multipart !== undefined || !z.safeParse(endpoint.body as z.ZodMiniType, undefined).success
  return { requestBody: { required, content } }
}

function bodySchema(body: z.core.$ZodType, batchOf: z.ZodMiniObject | undefined): Json {
  const schema = inputSchema(body) as { properties?: Record<string, Json> }
  if (!batchOf) return schema
  const records = { ...schema.properties?.records, items: withEmpties(inputSchema(batchOf)) }
  return { ...schema, properties: { ...schema.properties, records } }
}

/** Describes that an optional field of a record may be null or empty, which is the same as leaving it out (OQ-739). */
function withEmpties(schema: Json): Json {
  const {
    properties,
    items,
    required = [],
  } = schema as { properties?: Json; items?: Json; required?: string[] }
  if (items) return { ...schema, items: withEmpties(items) }
  if (!properties) return schema
  const described = Object.entries(properties as Record<string, Json>).map(([name, field]) => [
    name,
    required.includes(name)
      ? withEmpties(field)
      : { anyOf: [withEmpties(field), { enum: [null, ''], description: 'The same as leaving it out' }] },
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

/** Describes what a call takes, without names: a record that is sent has other members than one that is returned. */
function inputSchema(schema: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...options, io: 'input' }) as Json
  return rest
}

/** Describes a response. A named record is a reference to its model. */
function outputSchema(schema: z.core.$ZodType): Json {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = z.toJSONSchema(schema, { ...outputOptions, metadata: named }) as Json
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${modelPlace}`))
}

const options = {
  unrepresentable: 'any',
  override: ({ jsonSchema: made }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => nameMembers(made),
} as const
const outputOptions = { ...options, io: 'output' } as const

/** Lists the members of a record whose keys are fixed, which zod only requires by name. */
function nameMembers(made: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties, required } = made
  if (typeof propertyNames !== 'object' || !propertyNames.enum || !required || !additionalProperties) return
  made.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  made.additionalProperties = false
  delete made.propertyNames
}
