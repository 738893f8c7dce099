"""Figures as Vega-Lite charts. These modules import Altair: commands import them when they draw."""
