"""The speed of rulelang against its peers, as ratios measured in turns on one core: `make bench`."""
