import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseAllDocuments } from 'yaml';

/** A Kubernetes object, or part of one. */
export type Mapping = Record<string, unknown>;

export interface KubernetesObject extends Mapping {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

interface Kustomization {
  resources?: string[];
  patches?: { path: string }[];
}

/** Reads the objects in a YAML file. @throws if the file isn't valid YAML */
export function readObjects(path: string): KubernetesObject[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as KubernetesObject;
  });
}

/**
 * Returns the output of `kubectl kustomize FOLDER`, for the kustomize features that ops/kubernetes uses: resources and
 * patches.
 */
export function renderOverlay(folder: string): KubernetesObject[] {
  const [kustomization] = readObjects(join(folder, 'kustomization.yaml')) as [unknown];
  const { resources = [], patches = [] } = kustomization as Kustomization;
  const objects = resources.flatMap((name) =>
    name.endsWith('.yaml') ? readObjects(join(folder, name)) : renderOverlay(join(folder, name)),
  );
  return patches.flatMap(({ path }) => readObjects(join(folder, path))).reduce(applyPatch, objects);
}

function applyPatch(objects: KubernetesObject[], { $patch, ...patch }: KubernetesObject): KubernetesObject[] {
  const isTarget = ({ kind, metadata }: KubernetesObject): boolean =>
    kind === patch.kind && metadata.name === patch.metadata.name;
  if (!objects.some(isTarget)) throw new Error(`Nothing to patch: ${patch.kind} ${patch.metadata.name}`);
  if ($patch === 'delete') return objects.filter((object) => !isTarget(object));
  return objects.map((object) => (isTarget(object) ? (merge(object, patch) as KubernetesObject) : object));
}

/**
 * Performs a strategic merge: merges mappings by key (null deletes), lists of named entries by name, and mounts by
 * path, and replaces everything else.
 */
function merge(base: unknown, patch: unknown): unknown {
  if (isList(base) && isList(patch)) {
    const key = ['mountPath', 'name'].find((name) => patch.every((entry) => isMapping(entry) && name in entry));
    if (key === undefined) return patch;
    const getKey = (entry: unknown): unknown => (entry as Mapping)[key];
    const newEntries = patch.filter((entry) => !base.some((object) => getKey(object) === getKey(entry)));
    const mergedEntries = base.map((object) => {
      const change = patch.find((entry) => getKey(entry) === getKey(object));
      return change === undefined ? object : merge(object, change);
    });
    return [...newEntries, ...mergedEntries]; // kustomize puts new entries first
  }
  if (!isMapping(base) || !isMapping(patch)) return removeNulls(patch);
  const result: Mapping = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merge(base[name], value);
  }
  return result;
}

function removeNulls(value: unknown): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, value]) => value !== null));
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The folder with the overlays. */
export const KUBERNETES_FOLDER = join(dirname(dirname(dirname(__dirname))), 'ops/kubernetes');
