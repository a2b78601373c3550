export function contentWidth(): number;
export function runAxe(): Promise<{ id: string; impact: string; html: string }[]>;
export function unevenTables(): number;
export function drawChart(source: string): Promise<string>;
export function overlappingTexts(): string[];
export function hasRun(): boolean;
