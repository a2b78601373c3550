export const TYPES: string;
export function folderOf(name: string, version: string): string;
export function publishedVersions(): { name: string; version: string; more?: string[] }[];
